-- When somebody must look at an open phase next: the instant at which it is over if
-- nobody does anything, or at once where something has changed that it follows from.
-- NULL: not before something changes. One index finds what is due, however many
-- phases are past their deadline and run on their reserves; a phase that is closed
-- and whose turn is not computed yet is found by it too.
--
-- Whoever looks writes the next instant; triggers on everything that the end of a
-- phase follows from put it back to now, whoever writes there.
ALTER TABLE clocks ADD COLUMN due_at timestamptz;
UPDATE clocks c SET due_at = fieldpost_now() FROM games g
    WHERE g.id = c.game_id AND g.turn = c.turn AND g.phase IN ('orders', 'closing');
DROP INDEX clocks_due;
CREATE INDEX clocks_due ON clocks (due_at, game_id) WHERE due_at IS NOT NULL;

CREATE FUNCTION fieldpost_clock_moved() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    NEW.due_at := fieldpost_now();
    RETURN NEW;
END
$$;
CREATE TRIGGER clocks_are_looked_at
    BEFORE INSERT OR UPDATE OF opened_at, deadline_at, stopped_at, expected, substituted
    ON clocks
    FOR EACH ROW WHEN (NEW.closed_at IS NULL) EXECUTE FUNCTION fieldpost_clock_moved();

CREATE FUNCTION fieldpost_phase_moved() RETURNS trigger
    LANGUAGE plpgsql AS $$
DECLARE
    moved bigint := CASE TG_OP WHEN 'DELETE' THEN OLD.game_id ELSE NEW.game_id END;
BEGIN
    UPDATE clocks SET due_at = fieldpost_now()
    WHERE game_id = moved AND closed_at IS NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER absences_move_phases
    AFTER INSERT OR UPDATE OR DELETE ON absences
    FOR EACH ROW EXECUTE FUNCTION fieldpost_phase_moved();
CREATE TRIGGER pauses_move_phases
    AFTER INSERT ON clock_pauses
    FOR EACH ROW EXECUTE FUNCTION fieldpost_phase_moved();
CREATE TRIGGER seats_move_phases
    AFTER UPDATE OF reserve_seconds_left, account_id, ai ON seats
    FOR EACH ROW EXECUTE FUNCTION fieldpost_phase_moved();

-- Which phases have a commit said only where to look.
DROP TRIGGER log_notes_commits ON log;
DROP FUNCTION fieldpost_note_commit();
DROP INDEX clocks_committed;
ALTER TABLE clocks DROP COLUMN has_commit;
CREATE TRIGGER commits_move_phases
    AFTER INSERT ON log
    FOR EACH ROW WHEN (NEW.kind IN ('CommitOrders', 'RevokeCommit', 'Concede'))
    EXECUTE FUNCTION fieldpost_phase_moved();
