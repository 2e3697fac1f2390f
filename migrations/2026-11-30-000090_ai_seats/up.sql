-- Seats that a commander plays: those of the scenario, and, while they are
-- substituted, those of players.
ALTER TABLE seats
    -- The commander's name; NULL where a person gives the orders.
    ADD COLUMN ai text,
    -- The first turn in which it gives orders. Before that it only commits.
    ADD COLUMN ai_from_turn integer NOT NULL DEFAULT 1;
CREATE INDEX seats_ai ON seats (game_id) WHERE ai IS NOT NULL;
