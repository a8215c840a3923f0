/**
 * People, their sessions and keys, and the drafts they work on. Secrets are stored as hashes only: passwords by scrypt,
 * sessions, links and keys, which are long and random, by sha256.
 */
export const accounts = `
create table account (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  role text not null check (role in ('reader', 'editor', 'admin')),
  password text, -- scrypt with its parameters and salt; null: signs in by one-time links only
  created_at timestamptz not null,
  signed_in_at timestamptz
);
create unique index account_name on account (lower(name));

create table session (
  hash bytea primary key,
  account_id bigint references account on delete cascade, -- null: the owner of the machine, while there is no account
  made_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  is_by_link boolean not null
);
create index session_of_account on session (account_id);
create index session_by_expiry on session (expires_at);

create table one_time_link (
  hash bytea primary key,
  account_id bigint references account on delete cascade, -- null: as in session
  expires_at timestamptz not null,
  used_at timestamptz
);

create table sign_in_try (
  name text not null, -- lower case
  tried_at timestamptz not null
);
create index sign_in_try_by_name on sign_in_try (name, tried_at);

create table api_key (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  role text not null check (role in ('reader', 'editor', 'admin')),
  beginning text not null, -- of the secret, to tell keys apart
  hash bytea not null unique,
  created_by text,
  created_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);

create table draft (
  id uuid primary key,
  body jsonb not null, -- DraftBody of src/harvester/draft/body.ts, with its version
  revision integer not null default 0,
  kept_source_id bigint references source on delete set null,
  kept_at timestamptz,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index draft_by_update on draft (updated_at);
create index draft_of_source on draft (kept_source_id);

create table draft_page (
  draft_id uuid not null references draft on delete cascade,
  address text not null,
  role text not null check (role in ('own', 'sibling', 'list')),
  rank integer not null, -- in the order in which they were found
  state text not null check (state in ('waiting', 'reading', 'read', 'failed')),
  reason text,
  snapshot_id bigint references snapshot on delete set null,
  fetched_at timestamptz,
  is_upload boolean not null default false,
  primary key (draft_id, address)
);
create index draft_page_of_snapshot on draft_page (snapshot_id);

alter table source add column removed_at timestamptz; -- it can be brought back for some days
alter table source drop constraint source_name_key;
create unique index source_name on source (name) where removed_at is null;
create index source_removed on source (id) where removed_at is not null;

alter table template_version add column details jsonb not null default '{}'; -- what the known records said when it was healed
`;
