-- Which open turns to look at each second, without looking at all of them: those past
-- their deadline (an index has them), those that wait for nobody, and those in which
-- somebody has committed. The log stays the truth: this only says where to look, and
-- is set by whatever writes a commit, a program of an older version included.
ALTER TABLE clocks ADD COLUMN has_commit boolean NOT NULL DEFAULT false;
UPDATE clocks SET has_commit = true WHERE closed_at IS NULL;
CREATE INDEX clocks_committed ON clocks (game_id)
    WHERE closed_at IS NULL AND (has_commit OR expected = '{}');
CREATE INDEX clocks_substituted ON clocks (game_id)
    WHERE closed_at IS NULL AND substituted <> '{}';

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
