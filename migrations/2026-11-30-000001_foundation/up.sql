-- Everything one game by correspondence needs: people, games, the append-only
-- log, clocks, witnesses, outgoing mail. The key of every game table begins
-- with the game, so that the tables can be spread over machines by game.

-- ---------------------------------------------------------------- the clock
-- All times come from here. The offset is zero except in tests, which move
-- time by hand with it. The wall clock is read at the call, not at the start
-- of the transaction: whoever waited for a lock must not write an old time.
CREATE TABLE clock_offset (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    "offset" interval NOT NULL DEFAULT interval '0'
);
INSERT INTO clock_offset DEFAULT VALUES;

CREATE FUNCTION fieldpost_now() RETURNS timestamptz
    LANGUAGE sql VOLATILE PARALLEL SAFE
    AS $$ SELECT clock_timestamp() + "offset" FROM clock_offset $$;

-- ------------------------------------------------------------------- people
CREATE TABLE accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    name text NOT NULL,
    time_zone text NOT NULL DEFAULT 'UTC',
    created_at timestamptz NOT NULL DEFAULT fieldpost_now()
);

-- A link that was mailed. The account is made when the link is spent, so the
-- row knows an address and not an account.
CREATE TABLE sign_in_tokens (
    hash bytea PRIMARY KEY,
    email text NOT NULL CHECK (email = lower(email)),
    next_path text NOT NULL DEFAULT '/',
    created_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);
CREATE INDEX sign_in_tokens_expiry ON sign_in_tokens (expires_at);

CREATE TABLE sessions (
    hash bytea PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    agent text NOT NULL DEFAULT ''
);
CREATE INDEX sessions_account ON sessions (account_id);

-- -------------------------------------------------------------------- games
CREATE TABLE games (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL UNIQUE CHECK (length(key) = 10),
    name text NOT NULL,
    -- The canonical header line with "seed":null: what the chain starts from.
    header text NOT NULL,
    seed bytea NOT NULL CHECK (length(seed) = 32),
    seed_commitment text NOT NULL,
    rules_version integer NOT NULL,
    phase text NOT NULL DEFAULT 'gathering'
        CHECK (phase IN ('gathering', 'orders', 'closing', 'ended', 'stalled')),
    turn integer NOT NULL DEFAULT 0 CHECK (turn >= 0),
    head_seq integer NOT NULL DEFAULT 0 CHECK (head_seq >= 0),
    head_chain bytea NOT NULL CHECK (length(head_chain) = 32),
    -- NULL: the phase waits for everybody, however long.
    deadline_seconds integer CHECK (deadline_seconds BETWEEN 30 AND 5184000),
    reserve_seconds integer NOT NULL DEFAULT 0 CHECK (reserve_seconds >= 0),
    created_by bigint REFERENCES accounts ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT fieldpost_now()
);
CREATE INDEX games_phase ON games (phase, id) WHERE phase IN ('orders', 'closing');

CREATE TABLE seats (
    game_id bigint NOT NULL REFERENCES games,
    seat smallint NOT NULL CHECK (seat >= 0),
    name text NOT NULL,
    account_id bigint REFERENCES accounts ON DELETE SET NULL,
    invite_hash bytea,
    invite_email text CHECK (invite_email = lower(invite_email)),
    taken_at timestamptz,
    reserve_seconds_left integer NOT NULL DEFAULT 0 CHECK (reserve_seconds_left >= 0),
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX seats_account ON seats (account_id);
CREATE INDEX seats_invite ON seats (invite_hash) WHERE invite_hash IS NOT NULL;

-- ------------------------------------------------------------------ the log
CREATE TABLE log (
    game_id bigint NOT NULL REFERENCES games,
    seq integer NOT NULL CHECK (seq > 0),
    turn integer NOT NULL,
    seat smallint,
    kind text NOT NULL,
    -- Canonical JSON: exactly the bytes that the chain hashes.
    record text NOT NULL,
    chain bytea NOT NULL CHECK (length(chain) = 32),
    recorded_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (game_id, seq)
);
-- Who has committed is asked at every close and every presence line.
CREATE INDEX log_commits ON log (game_id, turn, seat, seq DESC)
    WHERE kind IN ('CommitOrders', 'RevokeCommit');

CREATE FUNCTION fieldpost_log_is_append_only() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the order log is append-only: % refused', TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER log_is_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON log
    FOR EACH STATEMENT EXECUTE FUNCTION fieldpost_log_is_append_only();

-- A form sent twice enters once: the answer given the first time is kept.
CREATE TABLE idempotency (
    game_id bigint NOT NULL REFERENCES games,
    seat smallint NOT NULL,
    key text NOT NULL CHECK (length(key) BETWEEN 1 AND 100),
    answer jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (game_id, seat, key)
);

-- --------------------------------------------------------- turns and clocks
CREATE TABLE clocks (
    game_id bigint NOT NULL REFERENCES games,
    turn integer NOT NULL,
    opened_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    deadline_at timestamptz,
    closed_at timestamptz,
    -- The seats that the phase waits for: not those that are out of the game.
    expected smallint[] NOT NULL,
    PRIMARY KEY (game_id, turn)
);
CREATE INDEX clocks_due ON clocks (deadline_at) WHERE closed_at IS NULL;

CREATE TABLE witnesses (
    game_id bigint NOT NULL REFERENCES games,
    turn integer NOT NULL,
    activation text NOT NULL,
    state text NOT NULL,
    turn_hash text NOT NULL,
    PRIMARY KEY (game_id, turn)
);

-- What an operator must look at: two processes that computed different turns,
-- a game whose replay failed. Never deleted by the host.
CREATE TABLE alarms (
    game_id bigint NOT NULL REFERENCES games,
    id bigint GENERATED ALWAYS AS IDENTITY,
    turn integer NOT NULL,
    kind text NOT NULL,
    detail text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    PRIMARY KEY (game_id, id)
);

-- ------------------------------------------------------------ outgoing mail
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id bigint REFERENCES games,
    seat smallint,
    turn integer,
    kind text NOT NULL,
    account_id bigint REFERENCES accounts ON DELETE CASCADE,
    email text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
    attempts integer NOT NULL DEFAULT 0,
    not_before timestamptz NOT NULL DEFAULT fieldpost_now(),
    leased_until timestamptz,
    message_id text,
    params jsonb NOT NULL DEFAULT '{}',
    last_error text,
    created_at timestamptz NOT NULL DEFAULT fieldpost_now(),
    sent_at timestamptz,
    UNIQUE (game_id, seat, turn, kind)
);
CREATE INDEX outbox_waiting ON outbox (not_before) WHERE state = 'waiting';

-- --------------------------------------------------------- the host's rights
-- The host takes this role at each connection where it may (see db.rs). Where
-- the migrating role may not create roles, the trigger stands alone.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        BEGIN
            CREATE ROLE fieldpost_host NOLOGIN;
            EXECUTE format('GRANT fieldpost_host TO %I', current_user);
        EXCEPTION
            WHEN insufficient_privilege THEN
                RAISE NOTICE 'role fieldpost_host not created: % may not create roles', current_user;
            WHEN duplicate_object OR unique_violation THEN NULL; -- another database was first
        END;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT USAGE ON SCHEMA public TO fieldpost_host;
        GRANT SELECT, INSERT, UPDATE, DELETE
            ON accounts, sign_in_tokens, sessions, games, seats, idempotency, clocks, outbox
            TO fieldpost_host;
        GRANT SELECT, INSERT ON log, witnesses, alarms TO fieldpost_host;
        GRANT SELECT ON clock_offset TO fieldpost_host;
        GRANT SELECT ON __diesel_schema_migrations TO fieldpost_host;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fieldpost_host;
    END IF;
END
$$;
