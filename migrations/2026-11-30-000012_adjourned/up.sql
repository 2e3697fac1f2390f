-- Adjourned games are few, and are looked for every second.
CREATE INDEX games_adjourned ON games (id) WHERE adjourned_at IS NOT NULL;
