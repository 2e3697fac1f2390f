-- What operators, game masters and the host itself did that no player did: a
-- list that can only grow. It names accounts by number and keeps no address, so
-- that an account can be deleted and the act still stands.
CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT fieldpost_now(),
    -- Who: a signed-in account, whoever sat at the command line, or the host.
    actor text NOT NULL CHECK (actor IN ('operator', 'master', 'console', 'host')),
    actor_account bigint,
    act text NOT NULL CHECK (act ~ '^[a-z][a-z0-9-]*$'),
    game_id bigint,
    seat smallint,
    -- Whom it was done to, where it was a person.
    account_id bigint,
    detail jsonb NOT NULL DEFAULT '{}',
    CHECK ((actor IN ('operator', 'master')) = (actor_account IS NOT NULL))
);
CREATE INDEX audit_game ON audit (game_id, id) WHERE game_id IS NOT NULL;

CREATE FUNCTION fieldpost_audit_is_append_only() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the list of acts is append-only: % refused', TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER audit_is_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION fieldpost_audit_is_append_only();

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        GRANT SELECT, INSERT ON audit TO fieldpost_host;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO fieldpost_host;
    END IF;
END
$$;
