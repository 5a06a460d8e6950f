-- +goose Up

-- A match. The head is what the program writes, one JSON value that no query looks into; its own version
-- and plies count, not those in the value. Listed is what stands about it in match_players and match_channels,
-- so that a write that changes neither says so in one comparison. Writes are the ids of its last writes, the newest first.
CREATE TABLE matches (
    id         text COLLATE "C" NOT NULL PRIMARY KEY,
    version    bigint NOT NULL,
    plies      bigint NOT NULL,
    next_check timestamptz,
    head       text NOT NULL,
    listed     text NOT NULL,
    writes     text NOT NULL
);
CREATE INDEX matches_due ON matches (next_check, id) WHERE next_check IS NOT NULL;

CREATE TABLE match_log (
    match text COLLATE "C" NOT NULL,
    ply   bigint NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (match, ply)
);

CREATE TABLE match_players (
    player  text COLLATE "C" NOT NULL,
    live    boolean NOT NULL,
    created timestamptz NOT NULL,
    match   text COLLATE "C" NOT NULL,
    PRIMARY KEY (player, live, created, match)
);

CREATE TABLE match_channels (
    channel text COLLATE "C" NOT NULL,
    live    boolean NOT NULL,
    created timestamptz NOT NULL,
    match   text COLLATE "C" NOT NULL,
    PRIMARY KEY (channel, live, created, match)
);

-- A record of any other kind. The version is the id of the write that made it.
CREATE TABLE records (
    kind       text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    next_check timestamptz,
    value      text NOT NULL,
    writes     text NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX records_due ON records (kind, next_check, id) WHERE next_check IS NOT NULL;


-- The ids of writes that removed a record, for a while: a write whose answer was lost finds itself here.
CREATE TABLE removals (
    write bigint NOT NULL PRIMARY KEY,
    at    timestamptz NOT NULL
);
CREATE INDEX removals_at ON removals (at);
