-- What actions that cross shards still have to write on the other shards. A row is committed with the first shard and removed after the last.
CREATE TABLE eventlog_intents (
    action_id     uuid NOT NULL PRIMARY KEY,
    action        varchar(255) NOT NULL,
    action_class  varchar(1000) NOT NULL,
    principal     varchar(255) NOT NULL,
    params        longtext NOT NULL,
    created_date  datetime(6) NOT NULL,
    compensating  boolean NOT NULL,
    parts         longblob NOT NULL
) CHARACTER SET utf8mb4;
