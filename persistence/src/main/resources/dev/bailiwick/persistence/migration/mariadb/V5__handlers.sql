-- How far each handler is. The events of a shard are divided into slots by the id of their model; a slot is worked on by who has its lease, and its fence
-- grows with every change of hands.
CREATE TABLE eventlog_handler_slots (
    handler         varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
    slot            integer NOT NULL,
    after_position  bigint NOT NULL,
    owner_id        uuid,
    fence           bigint NOT NULL,
    expires_ms      bigint NOT NULL,
    PRIMARY KEY (handler, slot)
);

-- Who wants to work, so that slots are shared fairly.
CREATE TABLE eventlog_handler_workers (
    handler     varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
    worker_id   uuid NOT NULL,
    expires_ms  bigint NOT NULL,
    PRIMARY KEY (handler, worker_id)
);

-- Models one of whose events a handler has not taken yet: WAITING for the next attempt, or PARKED. What comes after after_version waits with it.
CREATE TABLE eventlog_handler_stalls (
    handler        varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
    stream_type    varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    stream_id      varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    slot           integer NOT NULL,
    after_version  bigint NOT NULL,
    attempts       integer NOT NULL,
    stall_state    varchar(16) NOT NULL,
    due_ms         bigint NOT NULL,
    since_ms       bigint NOT NULL,
    failure        varchar(1000) CHARACTER SET utf8mb4 NOT NULL,
    PRIMARY KEY (handler, stream_type, stream_id)
);

CREATE INDEX handler_stalls_due ON eventlog_handler_stalls (handler, stall_state, due_ms);

-- The last version of each model that a handler has handled in a transaction together with what it wrote.
CREATE TABLE eventlog_handler_marks (
    handler         varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL,
    stream_type     varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    stream_id       varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    marked_version  bigint NOT NULL,
    PRIMARY KEY (handler, stream_type, stream_id)
);
