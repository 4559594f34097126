-- Where the rows of a shard are: OWN, DEFAULT, or ELSEWHERE, which is the database of the shard that is named then. Each row says which move wrote it.
ALTER TABLE eventlog_shard_homes ADD COLUMN served_group integer;
ALTER TABLE eventlog_shard_homes ADD COLUMN served_member integer;
ALTER TABLE eventlog_shard_homes ADD COLUMN move_no bigint NOT NULL DEFAULT 0;

-- The version of the map. Those of the tables here that are about the whole system, this one, map_readers and moves, are used in the default database.
CREATE TABLE eventlog_shard_map (
    id     integer NOT NULL PRIMARY KEY,
    epoch  bigint  NOT NULL
);
INSERT INTO eventlog_shard_map (id, epoch) VALUES (1, 1);

-- Who uses the map, and which version of it.
CREATE TABLE eventlog_map_readers (
    reader_id   uuid          NOT NULL PRIMARY KEY,
    shards      varchar(8000) NOT NULL,
    seen_epoch  bigint        NOT NULL,
    expires_ms  bigint        NOT NULL
);

CREATE TABLE eventlog_moves (
    move_no           bigint      NOT NULL PRIMARY KEY,
    shard_group       integer     NOT NULL,
    shard_member      integer     NOT NULL,
    source_group      integer     NOT NULL,
    source_member     integer     NOT NULL,
    target_group      integer     NOT NULL,
    target_member     integer     NOT NULL,
    state             varchar(16) NOT NULL,
    reverts           bigint,
    fence_no          bigint      NOT NULL,
    planned_rows      bigint      NOT NULL,
    copied_rows       bigint      NOT NULL,
    pending_changes   bigint      NOT NULL,
    pause_us          bigint      NOT NULL,
    chunk_rows        integer     NOT NULL,
    rows_per_second   integer     NOT NULL,
    max_pause_ms      integer     NOT NULL,
    failure           varchar(2000),
    started_date      datetime(6) NOT NULL,
    owner_id          uuid,
    owner_expires_ms  bigint      NOT NULL
);

-- In the database that a shard leaves: how far that is, and the rows that were changed since they were copied.
CREATE TABLE eventlog_departures (
    shard_group   integer     NOT NULL,
    shard_member  integer     NOT NULL,
    move_no       bigint      NOT NULL,
    state         varchar(16) NOT NULL,
    fence_no      bigint      NOT NULL,
    model_types   varchar(8000) NOT NULL,
    handed_over   boolean     NOT NULL,
    PRIMARY KEY (shard_group, shard_member)
);

CREATE TABLE eventlog_move_changes (
    change_no   bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    move_no     bigint       NOT NULL,
    table_name  varchar(255) NOT NULL,
    row_key     varchar(36)  NOT NULL
);

-- In the database to which a shard comes: how far that is.
CREATE TABLE eventlog_arrivals (
    move_no      bigint      NOT NULL PRIMARY KEY,
    owner_id     uuid        NOT NULL,
    state        varchar(16) NOT NULL,
    table_no     integer     NOT NULL,
    last_key     varchar(36) NOT NULL,
    copied_rows  bigint      NOT NULL,
    shard_group  integer     NOT NULL,
    shard_member integer     NOT NULL,
    model_types  varchar(8000) NOT NULL
);

-- Grows when a shard leaves this database or comes to it, so that those who deliver events look again; each slot has the number that its owner knows.
ALTER TABLE eventlog_feed ADD COLUMN homes_no bigint NOT NULL DEFAULT 0;
ALTER TABLE eventlog_handler_slots ADD COLUMN seen_homes_no bigint NOT NULL DEFAULT 0;

-- Events that came here by a move and that a handler has had elsewhere, but for what is among its stalls: those of models whose ids are like this, up to a position.
CREATE TABLE eventlog_handler_arrivals (
    handler        varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
    stream_type    varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    id_pattern     varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    last_position  bigint NOT NULL,
    PRIMARY KEY (handler, stream_type, id_pattern)
);
