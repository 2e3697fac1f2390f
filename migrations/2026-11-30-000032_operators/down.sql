ALTER TABLE accounts DROP COLUMN is_operator, DROP COLUMN blocked_at, DROP COLUMN next_email;
