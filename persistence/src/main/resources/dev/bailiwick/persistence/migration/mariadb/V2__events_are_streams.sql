-- Events that were written before this have no org, no salt and no hash. A chain begins with the first event that has them.
ALTER TABLE eventlog_events ADD COLUMN org_id uuid;
ALTER TABLE eventlog_events ADD COLUMN salt binary(16);
ALTER TABLE eventlog_events ADD COLUMN hash binary(32);

-- The order in which events were inserted. A transaction may commit later than one that inserted after it.
ALTER TABLE eventlog_events ADD COLUMN entry_no bigint;
UPDATE eventlog_events
    JOIN (SELECT id, row_number() OVER (ORDER BY created_date, event_version, id) AS entry_no FROM eventlog_events) numbered
    ON eventlog_events.id = numbered.id
    SET eventlog_events.entry_no = numbered.entry_no;
ALTER TABLE eventlog_events MODIFY COLUMN entry_no bigint NOT NULL AUTO_INCREMENT UNIQUE;

-- The place of an event in the feed of its shard, given by whoever reads the feed to events that are committed. Actions have 0: they are not in it.
ALTER TABLE eventlog_events ADD COLUMN feed_position bigint;
UPDATE eventlog_events SET feed_position = 0 WHERE model_type IS NULL;
CREATE INDEX events_feed ON eventlog_events (feed_position, entry_no);

CREATE TABLE eventlog_feed (
    id             integer NOT NULL PRIMARY KEY,
    last_position  bigint  NOT NULL
);
INSERT INTO eventlog_feed (id, last_position) VALUES (1, 0);
