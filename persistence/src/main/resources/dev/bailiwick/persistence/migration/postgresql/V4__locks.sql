-- Named locks. The row of one that is free stays for a day, so that its fence goes on growing.
CREATE TABLE eventlog.locks (
    name        varchar(255) NOT NULL PRIMARY KEY,
    owner_id    uuid,
    fence       bigint NOT NULL,
    expires_ms  bigint NOT NULL
);
