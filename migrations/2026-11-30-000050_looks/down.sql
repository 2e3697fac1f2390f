DROP TRIGGER log_notes_commits ON log;
DROP FUNCTION fieldpost_note_commit();
DROP INDEX clocks_substituted;
ALTER TABLE clocks DROP COLUMN has_commit;
