-- +goose Up

-- A match. Packed is what the program writes, its head and, once it is settled, its log: no query looks into it. Listed
-- is a hash of where the match stands in match_due, match_players and match_channels, so that a write that changes
-- none of these says so in one comparison. Writes are the ids of its last writes, the newest first. No index has
-- what a move changes, so a row moves within its page, where there is room.
CREATE TABLE matches (
    id      text COLLATE "C" NOT NULL PRIMARY KEY,
    version bigint NOT NULL,
    plies   bigint NOT NULL,
    listed  bigint NOT NULL,
    packed  bytea NOT NULL,
    writes  bytea NOT NULL
) WITH (fillfactor = 70);

-- When somebody must look at a match. Of most moves this is all that an index learns.
CREATE TABLE match_due (
    match      text COLLATE "C" NOT NULL PRIMARY KEY,
    next_check timestamptz NOT NULL
);
CREATE INDEX match_due_first ON match_due (next_check, match);

-- The log of a match that is not settled.
CREATE TABLE match_log (
    match text COLLATE "C" NOT NULL,
    ply   bigint NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (match, ply)
);

CREATE TABLE match_players (
    player  text COLLATE "C" NOT NULL,
    live    boolean NOT NULL,
    age     timestamptz NOT NULL,
    match   text COLLATE "C" NOT NULL,
    PRIMARY KEY (player, live, age, match)
);

CREATE TABLE match_channels (
    channel text COLLATE "C" NOT NULL,
    live    boolean NOT NULL,
    age     timestamptz NOT NULL,
    match   text COLLATE "C" NOT NULL,
    PRIMARY KEY (channel, live, age, match)
);
-- For a count of what is not settled: it need not read those that have ended, which are nearly all.
CREATE INDEX match_channels_live ON match_channels (match) WHERE live;

-- What a person has come to in a month, in a year or ever, in a game and a channel of a server. Times are numbered, and last_win is in
-- seconds after 1970, 0 for none.
CREATE TABLE counters (
    last_win bigint NOT NULL,
    period   integer NOT NULL,
    won      smallint NOT NULL,
    drawn    smallint NOT NULL,
    lost     smallint NOT NULL,
    guild    text COLLATE "C" NOT NULL,
    channel  text COLLATE "C" NOT NULL,
    game     text COLLATE "C" NOT NULL,
    person   text COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, period, channel, game, person)
) WITH (fillfactor = 90);

-- A record of any other kind. The version is the id of the write that made it.
CREATE TABLE records (
    kind       text COLLATE "C" NOT NULL,
    id         text COLLATE "C" NOT NULL,
    version    bigint NOT NULL,
    next_check timestamptz,
    value      text NOT NULL,
    writes     bytea NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX records_due ON records (kind, next_check, id) WHERE next_check IS NOT NULL;

-- The ids of writes that removed a record, for a while: a write whose answer was lost finds itself here.
CREATE TABLE removals (
    write bigint NOT NULL PRIMARY KEY,
    at    timestamptz NOT NULL
);
CREATE INDEX removals_at ON removals (at);
