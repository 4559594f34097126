-- One row for each action, and one for each event of a model. An action's row has no model; an event that was written without an
-- action has no action_id.
CREATE TABLE eventlog.events (
    id             uuid                        NOT NULL PRIMARY KEY,
    action_id      uuid,
    type           varchar(255)                NOT NULL,
    model_type     varchar(255),
    model_id       varchar(255),
    model_version  bigint,
    event_version  bigint,
    principal      varchar(255),
    payload        character large object      NOT NULL,
    created_date   timestamp(6) with time zone NOT NULL,
    CONSTRAINT events_stream UNIQUE (model_type, model_id, event_version)
);

CREATE INDEX events_action ON eventlog.events (action_id);

-- Where the rows of a shard are: OWN or DEFAULT.
CREATE TABLE eventlog.shard_homes (
    shard_group   integer     NOT NULL,
    shard_member  integer     NOT NULL,
    home          varchar(16) NOT NULL,
    PRIMARY KEY (shard_group, shard_member)
);
