-- Operators, people who may not come in any more, and addresses that move at
-- the next boundary of a game.
ALTER TABLE accounts
    ADD COLUMN is_operator boolean NOT NULL DEFAULT false,
    ADD COLUMN blocked_at timestamptz,
    ADD COLUMN next_email text CHECK (next_email = lower(next_email));
