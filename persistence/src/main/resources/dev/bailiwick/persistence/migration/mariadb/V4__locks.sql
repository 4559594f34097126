-- Named locks. The row of one that is free stays for a day, so that its fence goes on growing.
CREATE TABLE eventlog_locks (
    name        varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL PRIMARY KEY,
    owner_id    uuid,
    fence       bigint NOT NULL,
    expires_ms  bigint NOT NULL
);
