DROP TABLE calendar_feeds, clock_events, clock_guard, clock_pauses;
DROP INDEX clocks_remind;
ALTER TABLE clocks
    DROP COLUMN stopped_at,
    DROP COLUMN over_at,
    DROP COLUMN remind_at,
    DROP COLUMN reminded,
    DROP COLUMN substituted;
ALTER TABLE games DROP COLUMN deadline_calendar;
