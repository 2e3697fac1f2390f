-- How a game is offered and by which house rules it is played: one row a game,
-- written when it is made. A table of its own, since a running turn never asks.
CREATE TABLE lobby (
    game_id bigint PRIMARY KEY REFERENCES games,
    -- Listed for everybody who is signed in; else only its people see it.
    is_public boolean NOT NULL DEFAULT false,
    -- A keyed hash under the host's secret: nothing to guess from in a copy.
    password_hash bytea CHECK (length(password_hash) = 32),
    -- What the shared invitation link follows from, under the host's secret.
    link_nonce text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
    press text NOT NULL DEFAULT 'all' CHECK (press IN ('all', 'public', 'none')),
    is_anonymous boolean NOT NULL DEFAULT false,
    spectators text NOT NULL DEFAULT 'none'
        CHECK (spectators IN ('none', 'after_end', 'delayed')),
    spectator_delay integer CHECK (spectator_delay >= 5),
    is_ranked boolean NOT NULL DEFAULT false,
    -- NULL: the game begins when every seat is taken.
    starts_at timestamptz,
    -- Who made it without playing.
    master_id bigint REFERENCES accounts ON DELETE SET NULL,
    -- Whether that person sees the whole board. Never changes.
    is_open_to_master boolean NOT NULL DEFAULT false,
    called_off_at timestamptz,
    -- What the header says of the board, so that a list need not read headers.
    scenario text NOT NULL,
    map_width integer NOT NULL,
    map_height integer NOT NULL,
    tier smallint NOT NULL,
    CHECK ((spectators = 'delayed') = (spectator_delay IS NOT NULL))
);
CREATE INDEX lobby_public ON lobby (game_id) WHERE is_public AND called_off_at IS NULL;
CREATE INDEX lobby_start ON lobby (starts_at) WHERE starts_at IS NOT NULL;
CREATE INDEX lobby_master ON lobby (master_id) WHERE master_id IS NOT NULL;
INSERT INTO lobby (game_id, scenario, map_width, map_height, tier)
    SELECT id, s ->> 'name', (s #>> '{map,width}')::integer, (s #>> '{map,height}')::integer,
        coalesce((s #>> '{options,initiative_tier}')::smallint, 1)
    FROM (SELECT id, header::jsonb -> 'scenario' AS s FROM games) AS known;

-- Who was taken out of a gathering game does not come back into it.
CREATE TABLE kicked (
    game_id bigint NOT NULL REFERENCES games,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    kicked_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (game_id, account_id)
);

-- Seats that a commander plays. The header says so too; this is for queries.
ALTER TABLE seats
    -- The commander's name; NULL where a person gives the orders.
    ADD COLUMN ai text,
    -- The first turn in which it gives orders. Before that it only commits.
    ADD COLUMN ai_from_turn integer NOT NULL DEFAULT 1;
CREATE INDEX seats_ai ON seats (game_id) WHERE ai IS NOT NULL;

-- A name in addresses that counts nothing.
ALTER TABLE accounts ADD COLUMN profile text NOT NULL UNIQUE
    DEFAULT replace(gen_random_uuid()::text, '-', '');

-- Scenario files between their upload and the game that is made of them.
CREATE TABLE uploads (
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    key text NOT NULL CHECK (length(key) = 10),
    scenario text NOT NULL CHECK (octet_length(scenario) <= 1048576),
    created_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (account_id, key)
);

-- How finished games ended, by seat: read out of their logs when it is first
-- asked for. May be emptied at any time.
CREATE TABLE results (
    game_id bigint NOT NULL REFERENCES games,
    seat smallint NOT NULL,
    place smallint NOT NULL CHECK (place > 0),
    PRIMARY KEY (game_id, seat)
);

-- Reliability counts the markers in these records.
CREATE INDEX log_closes ON log (game_id, turn) WHERE kind = 'CloseOrders';

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON lobby, kicked, uploads, results
            TO fieldpost_host;
    END IF;
END
$$;
