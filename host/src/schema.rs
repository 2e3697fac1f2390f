//! The tables as diesel sees them. Kept by hand beside `migrations/`; a test
//! compares the columns with those of a migrated database.

diesel::table! {
    accounts (id) {
        id -> Int8,
        email -> Text,
        name -> Text,
        time_zone -> Text,
        created_at -> Timestamptz,
        profile -> Text,
        is_operator -> Bool,
        blocked_at -> Nullable<Timestamptz>,
        next_email -> Nullable<Text>,
    }
}

diesel::table! {
    sign_in_tokens (hash) {
        hash -> Bytea,
        email -> Text,
        next_path -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    sessions (hash) {
        hash -> Bytea,
        account_id -> Int8,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
        agent -> Text,
    }
}

diesel::table! {
    games (id) {
        id -> Int8,
        key -> Text,
        name -> Text,
        header -> Text,
        seed -> Bytea,
        seed_commitment -> Text,
        rules_version -> Int4,
        phase -> Text,
        turn -> Int4,
        head_seq -> Int4,
        head_chain -> Bytea,
        deadline_seconds -> Nullable<Int4>,
        reserve_seconds -> Int4,
        created_by -> Nullable<Int8>,
        created_at -> Timestamptz,
        deadline_calendar -> Nullable<Text>,
        adjourned_at -> Nullable<Timestamptz>,
        ruleset -> Text,
    }
}

diesel::table! {
    seats (game_id, seat) {
        game_id -> Int8,
        seat -> Int2,
        name -> Text,
        account_id -> Nullable<Int8>,
        invite_hash -> Nullable<Bytea>,
        invite_email -> Nullable<Text>,
        taken_at -> Nullable<Timestamptz>,
        reserve_seconds_left -> Int4,
        resume_wanted_at -> Nullable<Timestamptz>,
        standby_since -> Nullable<Timestamptz>,
        next_account_id -> Nullable<Int8>,
        ready_at -> Nullable<Timestamptz>,
        ai -> Nullable<Text>,
        ai_from_turn -> Int4,
        watching_agreed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    log (game_id, seq) {
        game_id -> Int8,
        seq -> Int4,
        turn -> Int4,
        seat -> Nullable<Int2>,
        kind -> Text,
        record -> Text,
        chain -> Bytea,
        recorded_at -> Timestamptz,
    }
}

diesel::table! {
    idempotency (game_id, seat, key) {
        game_id -> Int8,
        seat -> Int2,
        key -> Text,
        answer -> Jsonb,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    clocks (game_id, turn) {
        game_id -> Int8,
        turn -> Int4,
        opened_at -> Timestamptz,
        deadline_at -> Nullable<Timestamptz>,
        closed_at -> Nullable<Timestamptz>,
        expected -> Array<Int2>,
        stopped_at -> Nullable<Timestamptz>,
        over_at -> Nullable<Timestamptz>,
        remind_at -> Nullable<Timestamptz>,
        reminded -> Int2,
        substituted -> Array<Int2>,
        due_at -> Nullable<Timestamptz>,
        timed_from -> Nullable<Timestamptz>,
        deadline_moves -> Int4,
        deadline_moved_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    clock_pauses (game_id, turn, from_at) {
        game_id -> Int8,
        turn -> Int4,
        from_at -> Timestamptz,
        until_at -> Timestamptz,
        cause -> Text,
    }
}

diesel::table! {
    clock_guard (id) {
        id -> Bool,
        beat_at -> Nullable<Timestamptz>,
        halted_at -> Nullable<Timestamptz>,
        halted_why -> Nullable<Text>,
        epoch -> Int4,
    }
}

diesel::table! {
    clock_events (id) {
        id -> Int8,
        happened_at -> Timestamptz,
        kind -> Text,
        from_at -> Nullable<Timestamptz>,
        until_at -> Nullable<Timestamptz>,
        phases -> Int4,
        detail -> Text,
    }
}

diesel::table! {
    calendar_feeds (hash) {
        hash -> Bytea,
        account_id -> Int8,
        created_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    absences (game_id, id) {
        game_id -> Int8,
        seat -> Int2,
        id -> Int8,
        from_at -> Timestamptz,
        until_at -> Nullable<Timestamptz>,
        cause -> Text,
        turn -> Nullable<Int4>,
        made_at -> Timestamptz,
    }
}

diesel::table! {
    votes (game_id, id) {
        game_id -> Int8,
        id -> Int8,
        kind -> Text,
        seat -> Nullable<Int2>,
        rule -> Nullable<Text>,
        turn -> Int4,
        opened_at -> Timestamptz,
        counted_from -> Nullable<Timestamptz>,
        is_automatic -> Bool,
        outcome -> Nullable<Text>,
        decided_at -> Nullable<Timestamptz>,
        applied_turn -> Nullable<Int4>,
        in_favour -> Nullable<Int2>,
        eligible -> Nullable<Int2>,
    }
}

diesel::table! {
    ballots (game_id, vote_id, seat) {
        game_id -> Int8,
        vote_id -> Int8,
        seat -> Int2,
        in_favour -> Bool,
        cast_at -> Timestamptz,
    }
}

diesel::table! {
    witnesses (game_id, turn) {
        game_id -> Int8,
        turn -> Int4,
        activation -> Text,
        state -> Text,
        turn_hash -> Text,
    }
}

diesel::table! {
    alarms (game_id, id) {
        game_id -> Int8,
        id -> Int8,
        turn -> Int4,
        kind -> Text,
        detail -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    outbox (id) {
        id -> Int8,
        game_id -> Nullable<Int8>,
        seat -> Nullable<Int2>,
        turn -> Nullable<Int4>,
        kind -> Text,
        account_id -> Nullable<Int8>,
        email -> Text,
        state -> Text,
        attempts -> Int4,
        not_before -> Timestamptz,
        leased_until -> Nullable<Timestamptz>,
        message_id -> Nullable<Text>,
        params -> Jsonb,
        last_error -> Nullable<Text>,
        created_at -> Timestamptz,
        sent_at -> Nullable<Timestamptz>,
        matter -> Text,
        urgency -> Int2,
    }
}

diesel::table! {
    changes (game_id, id) {
        game_id -> Int8,
        id -> Int8,
        turn -> Int4,
        at -> Timestamptz,
        with_turn -> Bool,
        what -> Jsonb,
    }
}

diesel::table! {
    lobby (game_id) {
        game_id -> Int8,
        is_public -> Bool,
        password_hash -> Nullable<Bytea>,
        link_nonce -> Text,
        press -> Text,
        is_anonymous -> Bool,
        spectators -> Text,
        spectator_delay -> Nullable<Int4>,
        is_ranked -> Bool,
        starts_at -> Nullable<Timestamptz>,
        master_id -> Nullable<Int8>,
        is_open_to_master -> Bool,
        called_off_at -> Nullable<Timestamptz>,
        scenario -> Text,
        map_width -> Int4,
        map_height -> Int4,
        tier -> Int2,
        is_ground_hidden -> Bool,
        usual_pace -> Nullable<Text>,
    }
}

diesel::table! {
    kicked (game_id, account_id) {
        game_id -> Int8,
        account_id -> Int8,
        kicked_at -> Timestamptz,
    }
}

diesel::table! {
    watched (game_id, account_id) {
        game_id -> Int8,
        account_id -> Int8,
        watched_at -> Timestamptz,
    }
}

diesel::table! {
    uploads (account_id, key) {
        account_id -> Int8,
        key -> Text,
        scenario -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    results (game_id, seat) {
        game_id -> Int8,
        seat -> Int2,
        place -> Int2,
    }
}

diesel::table! {
    audit (id) {
        id -> Int8,
        at -> Timestamptz,
        actor -> Text,
        actor_account -> Nullable<Int8>,
        act -> Text,
        game_id -> Nullable<Int8>,
        seat -> Nullable<Int2>,
        account_id -> Nullable<Int8>,
        detail -> Jsonb,
    }
}

diesel::table! {
    set_aside (id) {
        id -> Int8,
        step -> Text,
        subject -> Text,
        game_id -> Nullable<Int8>,
        attempts -> Int4,
        cause -> Text,
        first_at -> Timestamptz,
        last_at -> Timestamptz,
        next_try_at -> Timestamptz,
    }
}

diesel::joinable!(seats -> games (game_id));
diesel::joinable!(votes -> games (game_id));
diesel::joinable!(lobby -> games (game_id));
diesel::joinable!(sessions -> accounts (account_id));
diesel::joinable!(calendar_feeds -> accounts (account_id));
diesel::joinable!(seats -> accounts (account_id));
diesel::joinable!(outbox -> accounts (account_id));
diesel::allow_tables_to_appear_in_same_query!(
    accounts,
    sign_in_tokens,
    sessions,
    games,
    seats,
    log,
    idempotency,
    clocks,
    witnesses,
    alarms,
    outbox,
    changes,
    lobby,
    kicked,
    watched,
    uploads,
    results,
    clock_pauses,
    clock_guard,
    clock_events,
    calendar_feeds,
    absences,
    votes,
    ballots,
    audit,
    set_aside,
);

diesel::define_sql_function! {
    /// The database's clock, moved by hand in tests. In a `WHERE` write it as
    /// a sub-select, so that it is read once and indexes stay usable.
    fn fieldpost_now() -> Timestamptz;
}
