-- One row for each action, and one for each event of a model. An action's row has no model; an event that was written without an
-- action has no action_id.
CREATE TABLE eventlog_events (
    id             uuid         NOT NULL PRIMARY KEY,
    action_id      uuid,
    type           varchar(255) NOT NULL,
    model_type     varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    model_id       varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    model_version  bigint,
    event_version  bigint,
    principal      varchar(255),
    payload        longtext     NOT NULL,
    created_date   datetime(6)  NOT NULL,
    CONSTRAINT events_stream UNIQUE (model_type, model_id, event_version)
) CHARACTER SET utf8mb4;

CREATE INDEX events_action ON eventlog_events (action_id);

-- Where the rows of a shard are: OWN or DEFAULT.
CREATE TABLE eventlog_shard_homes (
    shard_group   integer     NOT NULL,
    shard_member  integer     NOT NULL,
    home          varchar(16) NOT NULL,
    PRIMARY KEY (shard_group, shard_member)
);
