DROP TRIGGER clocks_set_reminder ON clocks;
DROP FUNCTION fieldpost_set_reminder();
DROP FUNCTION fieldpost_reminder(timestamptz, timestamptz, interval, timestamptz);
ALTER TABLE clocks DROP COLUMN timed_from, DROP COLUMN deadline_moves,
    DROP COLUMN deadline_moved_at;
