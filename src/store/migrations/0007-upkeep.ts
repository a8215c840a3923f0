/** What years of running need: how the database grows, and where backups lie. */
export const upkeep = `
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
