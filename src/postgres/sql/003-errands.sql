-- Matches that a run of an office lays out, so that workers that stand by tend them for it.
create table errand (
    office text references office,
    word text,
    -- The lease of the run.
    run bigint not null,
    place int not null,
    -- The time of the run, and under which settings it is.
    at text not null,
    basis bytea not null,
    -- What was noted of the match.
    snapshot bytea,
    -- Whoever has it, by a number of the same row of numbers as leases.
    token bigint not null default 0,
    token_by text,
    token_until timestamptz not null default '-infinity',
    -- What a helper has handed in, encrypted: until then nothing.
    account bytea,
    primary key (office, word)
);

-- Who stands by, and when that was seen last.
create table worker (
    office text references office,
    name text,
    seen timestamptz not null,
    primary key (office, name)
);
