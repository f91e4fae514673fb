-- A battle is its header and its records: everything else here can be found by playing them, and is kept so that a list of
-- battles can be shown without playing any.
CREATE TABLE battles (
    id TEXT PRIMARY KEY,
    rulebook TEXT NOT NULL,
    battle TEXT NOT NULL,
    title TEXT NOT NULL,
    -- The journal down to `begin`.
    header TEXT NOT NULL,
    -- Who sits where, by seat, as JSON.
    players TEXT NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    -- How often decisions were taken back.
    epoch INTEGER NOT NULL DEFAULT 0,
    n INTEGER NOT NULL DEFAULT 0,
    clock TEXT NOT NULL,
    -- How it ended; null while it is played.
    result TEXT
) STRICT;

CREATE INDEX battles_by_touch ON battles (touched DESC);

CREATE TABLE records (
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    seat TEXT NOT NULL,
    decision TEXT NOT NULL,
    dice BLOB NOT NULL,
    -- The request that brought it; null for a commander's.
    request TEXT,
    PRIMARY KEY (battle, n)
) STRICT, WITHOUT ROWID;

-- What was answered, so that a request that comes again gets the same answer and does nothing.
CREATE TABLE requests (
    battle TEXT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (battle, request)
) STRICT, WITHOUT ROWID;
