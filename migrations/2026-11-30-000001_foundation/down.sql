-- The role is shared by all databases of a server, so only what it may do in
-- this one is taken back; the role itself is left.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fieldpost_host') THEN
        REVOKE ALL ON ALL TABLES IN SCHEMA public FROM fieldpost_host;
        REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM fieldpost_host;
        REVOKE ALL ON SCHEMA public FROM fieldpost_host;
    END IF;
END
$$;
DROP TABLE outbox;
DROP TABLE alarms;
DROP TABLE witnesses;
DROP TABLE clocks;
DROP TABLE idempotency;
DROP TABLE log;
DROP FUNCTION fieldpost_log_is_append_only();
DROP TABLE seats;
DROP TABLE games;
DROP TABLE sessions;
DROP TABLE sign_in_tokens;
DROP TABLE accounts;
DROP FUNCTION fieldpost_now();
DROP TABLE clock_offset;
