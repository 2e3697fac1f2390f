-- When a phase's reminders are due follows from its deadline, whatever moves that:
-- an opening, an extension, a vote, a clock that goes on, an outage given back.
ALTER TABLE clocks
    -- Since when the phase has had a deadline: the time that a quarter is taken of
    -- begins here.
    ADD COLUMN timed_from timestamptz,
    -- How often the deadline has moved, and when it did last: a calendar that reads it
    -- has to know which of two versions is the newer.
    ADD COLUMN deadline_moves integer NOT NULL DEFAULT 0,
    ADD COLUMN deadline_moved_at timestamptz;
UPDATE clocks SET timed_from = opened_at, deadline_moved_at = opened_at
WHERE deadline_at IS NOT NULL;

-- The next reminder of a deadline after an instant: with a quarter of the time left
-- and an hour before. Two within an hour of each other are one, and a phase of less
-- than an hour has none. `stood` is how long the clock stood still in between.
CREATE FUNCTION fieldpost_reminder(
    timed_from timestamptz, deadline_at timestamptz, stood interval, after timestamptz
) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT min(moment) FROM (
        SELECT extract(epoch FROM deadline_at - timed_from - stood)::double precision AS whole
    ) AS phase, LATERAL (VALUES
        (deadline_at - make_interval(secs => whole / 4), whole >= 3600),
        (deadline_at - interval '1 hour', whole / 4 - 3600 >= 3600)
    ) AS moments (moment, is_wanted)
    WHERE is_wanted AND moment > after
    $$;

CREATE FUNCTION fieldpost_set_reminder() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    present timestamptz := coalesce(NEW.stopped_at, fieldpost_now());
    stood interval;
BEGIN
    IF TG_OP = 'INSERT' THEN
        present := NEW.opened_at;
        NEW.deadline_moved_at := NEW.opened_at;
    ELSIF NEW.deadline_at IS DISTINCT FROM OLD.deadline_at THEN
        NEW.deadline_moves := OLD.deadline_moves + 1;
        NEW.deadline_moved_at := fieldpost_now();
    END IF;
    IF NEW.deadline_at IS NULL THEN
        NEW.timed_from := NULL;
    ELSIF NEW.timed_from IS NULL THEN
        NEW.timed_from := present;
    END IF;
    SELECT coalesce(sum(until_at - from_at), interval '0') INTO stood FROM clock_pauses
    WHERE game_id = NEW.game_id AND turn = NEW.turn AND from_at >= NEW.timed_from;
    NEW.remind_at := fieldpost_reminder(NEW.timed_from, NEW.deadline_at, stood, present);
    RETURN NEW;
END
$$;
CREATE TRIGGER clocks_set_reminder
    BEFORE INSERT OR UPDATE OF deadline_at, reminded ON clocks
    FOR EACH ROW EXECUTE FUNCTION fieldpost_set_reminder();
