-- Beside the rules version: which ruleset a game is pinned to, out of its header,
-- so that a host can leave alone what it does not have.
ALTER TABLE games
    ADD COLUMN ruleset text NOT NULL
        GENERATED ALWAYS AS (coalesce(header::jsonb -> 'scenario' ->> 'ruleset', '')) STORED;
