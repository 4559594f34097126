-- What actions that cross shards still have to write on the other shards. A row is committed with the first shard and removed after the last.
CREATE TABLE eventlog.intents (
    action_id     uuid NOT NULL PRIMARY KEY,
    action        varchar(255) NOT NULL,
    action_class  varchar(1000) NOT NULL,
    principal     varchar(255) NOT NULL,
    params        text NOT NULL,
    created_date  timestamp(6) with time zone NOT NULL,
    compensating  boolean NOT NULL,
    parts         bytea NOT NULL
);
