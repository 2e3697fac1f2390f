DROP INDEX log_closes;
DROP TABLE results;
DROP TABLE uploads;
ALTER TABLE accounts DROP COLUMN profile;
DROP INDEX seats_ai;
ALTER TABLE seats DROP COLUMN ai_from_turn, DROP COLUMN ai;
DROP TABLE kicked;
DROP TABLE lobby;
