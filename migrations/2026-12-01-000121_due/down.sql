DROP TRIGGER commits_move_phases ON log;
DROP TRIGGER seats_move_phases ON seats;
DROP TRIGGER pauses_move_phases ON clock_pauses;
DROP TRIGGER absences_move_phases ON absences;
DROP FUNCTION fieldpost_phase_moved();
DROP TRIGGER clocks_are_looked_at ON clocks;
DROP FUNCTION fieldpost_clock_moved();
DROP INDEX clocks_due;
ALTER TABLE clocks DROP COLUMN due_at;
CREATE INDEX clocks_due ON clocks (deadline_at) WHERE closed_at IS NULL;

ALTER TABLE clocks ADD COLUMN has_commit boolean NOT NULL DEFAULT false;
UPDATE clocks SET has_commit = true WHERE closed_at IS NULL;
CREATE INDEX clocks_committed ON clocks (game_id)
    WHERE closed_at IS NULL AND (has_commit OR expected = '{}');
CREATE FUNCTION fieldpost_note_commit() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE clocks SET has_commit = true
    WHERE game_id = NEW.game_id AND turn = NEW.turn AND NOT has_commit;
    RETURN NULL;
END
$$;
CREATE TRIGGER log_notes_commits
    AFTER INSERT ON log
    FOR EACH ROW WHEN (NEW.kind = 'CommitOrders') EXECUTE FUNCTION fieldpost_note_commit();
