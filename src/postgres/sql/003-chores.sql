-- Matches that a run of an office lays out, so that workers that stand by tend them for it.
create table chore (
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

-- What the parties were shown takes a sixth of a run's time if it is compressed as PostgreSQL does by itself. What is
-- encrypted cannot be made smaller at all.
do $$
begin
    alter table published alter column bytes set compression lz4;
exception when feature_not_supported then
    raise notice 'this server was built without lz4';
end
$$;
alter table small alter column bytes set storage external;
alter table mail alter column bytes set storage external;
alter table heard alter column bytes set storage external;
alter table aside alter column bytes set storage external;
alter table thing alter column bytes set storage external;
alter table chore alter column account set storage external;
