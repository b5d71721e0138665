-- The matches of offices: journals, what is kept beside them, and leases.
create table office (
    id text primary key,
    -- The cluster of servers to which the office belongs, as pg_control_system() names it.
    system_id text not null,
    settings_sha256 bytea not null
);

-- A lease is a number that is never given twice. Whoever holds the newest one, until its time is over, may write.
create sequence lease_number;

create table game (
    id bigint generated always as identity primary key,
    office text not null references office,
    word text not null,
    system text not null default '',
    head_number bigint not null default 0,
    head_hash bytea not null,
    -- Encrypted to the key of the office, which the server has not.
    seed bytea,
    bookmark bytea,
    bookmark_head bigint,
    -- 0 gathering, 1 under way, 2 over, 3 moved away, 4 arriving
    state smallint not null default 0,
    due_at timestamptz,
    lease bigint not null default 0,
    lease_by text,
    lease_until timestamptz not null default '-infinity',
    unique (office, word)
);
create index game_due on game (office, due_at) where due_at is not null and state < 3;

create table entry (
    game bigint references game,
    number bigint check (number > 0),
    hash bytea not null,
    line bytea not null,
    primary key (game, number)
);

-- Files of a match, encrypted to the key of the office.
create table small (
    game bigint references game,
    name text,
    bytes bytea not null,
    primary key (game, name)
);

-- What the parties were shown of the newest exchanges; it can be made again.
create table published (
    game bigint references game,
    kind text,
    exchange bigint,
    party text,
    extension text,
    bytes bytea not null,
    primary key (game, kind, exchange, party, extension)
);
