/**
 * People, their sessions and keys, and the drafts they work on. Whoever serves is told when a key, a session or a role
 * ends, so that answers which are still open end with it. Secrets are stored as hashes only: passwords by scrypt,
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
  id bigint generated always as identity primary key,
  name text not null, -- lower case
  ip text not null default '', -- so that a stranger elsewhere locks nobody out
  tried_at timestamptz not null
);
create index sign_in_try_by_name on sign_in_try (name, tried_at);
create index sign_in_try_by_ip on sign_in_try (ip, tried_at);
create index sign_in_try_by_time on sign_in_try (tried_at);

create table api_key (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  role text not null check (role in ('reader', 'editor', 'admin')),
  beginning text not null, -- of the secret, to tell keys apart
  hash bytea not null unique,
  created_by text,
  created_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  account_id bigint references account, -- whose it is; null: this machine's. Nobody is removed while keys are left
  expires_at timestamptz
);
create index api_key_of_account on api_key (account_id);

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
  reason jsonb, -- why it failed: code and facts
  snapshot_id bigint references snapshot on delete set null,
  fetched_at timestamptz,
  is_upload boolean not null default false,
  primary key (draft_id, address)
);
create index draft_page_of_snapshot on draft_page (snapshot_id);

create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('bartree', jsonb_build_object('kind', 'access', 'of', tg_argv[0], 'id',
    case tg_argv[0] when 'session' then encode((to_jsonb(old) ->> 'hash')::bytea, 'hex') else to_jsonb(old) ->> 'id' end)::text);
  return null;
end $$;
create trigger tell_key_ended after update of revoked_at, role, account_id, expires_at on api_key
  for each row execute function tell_access('key');
create trigger tell_session_ended after delete on session for each row execute function tell_access('session');
create trigger tell_role_changed after update of role on account
  for each row when (old.role is distinct from new.role) execute function tell_access('account');
`;
