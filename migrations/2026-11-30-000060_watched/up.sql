-- Who has looked at the board of a running game from no seat's place: they have seen
-- what no seat of it may, so they take none. Never changed.
CREATE TABLE watched (
    game_id bigint NOT NULL REFERENCES games,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    watched_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (game_id, account_id)
);

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT SELECT, INSERT ON watched TO fieldpost_host;
    END IF;
END
$$;
