DROP INDEX seats_ai;
ALTER TABLE seats DROP COLUMN ai_from_turn, DROP COLUMN ai;
