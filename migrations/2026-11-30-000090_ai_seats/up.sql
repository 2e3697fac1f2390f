-- Seats that no person can take, as the scenario means them for a commander.
-- Who plays a player's seat for a while stands in clocks.substituted.

-- The commander's name; NULL where a person is to give the orders.
ALTER TABLE seats ADD COLUMN ai text;
CREATE INDEX seats_ai ON seats (game_id) WHERE ai IS NOT NULL;
