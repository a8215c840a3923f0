/** What years of running need: pages that made way, days of checks in one row, how the database grows, where backups lie. */
export const upkeep = `
alter table snapshot add column dropped_at timestamptz; -- its bytes made way as BARTREE_SNAPSHOT_DAYS says; digest and size stay
create index snapshot_to_drop on snapshot (id) where bytes is not null;

alter table source_check add column times integer not null default 1; -- of the checks of a day the worst stands for all
create index source_check_by_time on source_check (checked_at);

create table database_size (
  measured_at timestamptz primary key,
  bytes bigint not null
);

create table backup (
  id bigint generated always as identity primary key,
  file text not null, -- on the machine that wrote it
  machine text not null,
  made_at timestamptz not null
);
`;
