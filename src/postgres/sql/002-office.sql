-- What an office keeps that is no match's, so that it runs from any machine.
-- Whoever runs the office has its lease, a number of the same row of numbers as those of matches.
alter table office
    add column lease bigint not null default 0,
    add column lease_by text,
    add column lease_until timestamptz not null default '-infinity',
    -- 1 what is its own has moved into a folder, 2 it is arriving
    add column away smallint not null default 0;

-- Logs of what came and went and was learned, a line each.
create table fact (
    office text references office,
    log text,
    number bigint check (number > 0),
    line bytea not null,
    primary key (office, log, number)
);

-- What a log has put by, found by its key. Keys are compared byte by byte.
create table put_by (
    office text references office,
    log text,
    key text collate "C",
    value text not null,
    primary key (office, log, key)
);

-- Numbers that stand for what somebody heard or said, of a match under way, or of none (''). Encrypted.
create table heard (
    office text references office,
    whose text,
    match text,
    part bigint,
    bytes bytea not null,
    primary key (office, whose, match, part)
);

-- Mails until they are sent, encrypted: they hold code words, and what only one side may know.
create table mail (
    office text references office,
    key text,
    bytes bytea not null,
    primary key (office, key)
);

-- Letters that were put aside, encrypted.
create table aside (
    office text references office,
    word text collate "C",
    bytes bytea not null,
    primary key (office, word)
);

-- Small things and secrets of the office, encrypted.
create table thing (
    office text references office,
    name text,
    bytes bytea not null,
    primary key (office, name)
);

-- What was noted of matches at the end of a run; it may be deleted at any time.
create table noted (
    office text references office,
    word text,
    basis bytea not null,
    snapshot bytea not null,
    primary key (office, word)
);
