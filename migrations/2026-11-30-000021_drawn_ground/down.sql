ALTER TABLE lobby DROP COLUMN is_ground_hidden;
