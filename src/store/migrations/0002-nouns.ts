/**
 * One table per noun.
 *
 * A record points at its current version by number, so history is only ever added to: undoing marks versions and moves
 * the number back. The proof of a current value is the proof of that attribute in the newest version that read it.
 */
export const nouns = `
create table source (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  settings jsonb not null, -- SourceSettings of src/api/source.ts, with its version
  state text not null default 'active' check (state in ('active', 'paused', 'deferred')),
  state_reason text,
  next_check_at timestamptz,
  template_version integer, -- the version in force
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz, -- it can be brought back for some days
  summary jsonb not null default '{}' -- SourceSummary of src/store/work-list.ts
);
create unique index source_name on source (name) where removed_at is null;
create index source_removed on source (id) where removed_at is not null;
create index source_due on source (next_check_at) where state <> 'paused'; -- a deferred one is looked at again

create table template_version (
  source_id bigint not null references source on delete cascade,
  version integer not null check (version > 0),
  origin text not null check (origin in ('labels', 'relearnt', 'heal', 'again', 'import')),
  standing text not null check (standing in ('confirmed', 'provisional', 'unconfirmed')),
  note text,
  made_at timestamptz not null,
  undone_at timestamptz,
  details jsonb not null default '{}', -- what the known records said when it was healed
  primary key (source_id, version)
);
alter table source add foreign key (id, template_version) references template_version (source_id, version)
  deferrable initially deferred; -- both rows of a new source come in one transaction

create table template (
  source_id bigint not null,
  version integer not null,
  role text not null check (role in ('record', 'links')), -- reads records; reads the links of list pages
  variant integer not null check (variant > 0), -- one layout of the source
  body json not null, -- the template file of src/api/template.ts; json keeps it letter by letter
  primary key (source_id, version, role, variant),
  foreign key (source_id, version) references template_version on delete cascade
);

create table snapshot (
  id bigint generated always as identity primary key,
  digest bytea not null unique check (octet_length(digest) = 32), -- sha256 of the page's bytes
  bytes bytea, -- brotli; null where they lie in another place
  size integer not null,
  charset text not null,
  media_type text not null,
  is_rendered boolean not null default false, -- a serialised DOM, not what the server sent
  stored_at timestamptz not null,
  dropped_at timestamptz -- its bytes made way as BARTREE_SNAPSHOT_DAYS says; digest and size stay
);
alter table snapshot alter column bytes set storage external; -- compressed already
create index snapshot_to_drop on snapshot (id) where bytes is not null;

create table harvest (
  id bigint generated always as identity primary key,
  source_id bigint not null references source on delete cascade,
  is_from_snapshots boolean not null default false,
  template_version integer, -- with which it ended
  started_at timestamptz not null,
  finished_at timestamptz,
  ending text check (ending in ('done', 'deferred', 'broken', 'unreachable', 'stopped', 'failed')),
  note text,
  found integer not null default 0,
  read integer not null default 0,
  partly integer not null default 0,
  withheld integer not null default 0,
  unchanged integer not null default 0,
  gone integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  added integer not null default 0, -- records it was the first to read
  listed integer, -- pages that lists, sitemaps and settings named; null: nobody counted
  doubtful integer, -- pages that are partly or wholly withheld, read this time or before
  untaken integer, -- what stands among the records of list pages and was not taken for one
  check (found = read + partly + withheld + unchanged + gone + skipped + failed),
  check ((finished_at is null) = (ending is null))
);
create index harvest_of_source on harvest (source_id, id);
create index harvest_open on harvest (source_id) where finished_at is null;

create table page (
  id bigint generated always as identity primary key,
  source_id bigint not null references source on delete cascade,
  address text not null check (octet_length(address) between 1 and 2048), -- canonical
  role text not null default 'final' check (role in ('final', 'list')),
  state text not null default 'new'
    check (state in ('new', 'read', 'partly', 'withheld', 'gone', 'skipped', 'failed')), -- after the last look
  reason text, -- why it is in that state, in words
  read_state text, -- how its last reading left it, before it failed or was skipped; of no meaning in any other state
  read_reason text,
  withheld_group text, -- equal for pages that are withheld alike
  harvest_id bigint references harvest on delete set null, -- the last harvest that found it
  outcome text check (outcome in ('read', 'partly', 'withheld', 'unchanged', 'gone', 'skipped', 'failed')),
    -- in that harvest; null: still to visit
  visited_in bigint, -- the last harvest with an outcome for it before harvest_id; null: none is known
  rank integer not null default 0, -- order of visits within a harvest
  etag text,
  last_modified text,
  snapshot_id bigint references snapshot on delete set null, -- the newest
  read_version integer, -- template version of the last reading; null: to be read again even if its bytes are the same
  variant integer,
  charset text, -- of the last reading: of one snapshot's bytes a site may name another; null: that of its snapshot
  base text, -- the final address of the last reading, where relative links start; null: the page's own
  found_at timestamptz not null,
  seen_at timestamptz, -- last answer, unchanged or not
  changed_at timestamptz, -- last time its bytes differed
  unique (source_id, address)
);
create index page_to_visit on page (harvest_id, rank, id) where outcome is null;
create index page_of_harvest on page (harvest_id);
create index page_of_snapshot on page (snapshot_id);
create index page_withheld on page (source_id, hashtextextended(withheld_group, 0)) -- a group's name may be longer than an index row
  where withheld_group is not null;

create table record (
  id bigint generated always as identity primary key,
  source_id bigint not null references source on delete cascade,
  identity text not null check (octet_length(identity) between 1 and 2048),
  page_id bigint references page on delete set null, -- where it stands; null: no longer where it stood
  state text not null check (state in ('current', 'gone', 'apart')), -- apart: no version may be shown yet, or any more
  version integer check (version > 0), -- number of the current version; null when apart
  versions integer not null, -- number of the newest version
  values jsonb not null, -- { attribute: [text] } of the newest reading up to the current version
  withheld jsonb not null, -- { attribute: { class, reason } } of the last reading
  search tsvector generated always as (search_text(values)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null, -- moves only when content changes
  unique (source_id, identity),
  check ((version is null) = (state = 'apart'))
);
create index record_by_update on record (updated_at, id);
create index record_of_source_by_update on record (source_id, updated_at, id);
create index record_of_page on record (page_id);
create index record_search on record using gin (search);

create table record_version (
  record_id bigint not null references record on delete cascade,
  number integer not null check (number > 0),
  kind text not null check (kind in ('read', 'gone')),
  values jsonb not null, -- what was read, and of withheld attributes what was known before; {} when gone
  withheld jsonb not null,
  template_version integer, -- null when gone
  variant integer,
  harvest_id bigint, -- no reference, which each version would have to prove: a harvest goes only with its source
  read_at timestamptz not null,
  is_apart boolean not null default false, -- read by an unconfirmed template version
  undone_at timestamptz,
  primary key (record_id, number)
);

create table proof ( -- one row for all values that a version read: they are of one page, read by one template
  record_id bigint not null,
  number integer not null,
  snapshot_id bigint references snapshot on delete set null, -- null: the page was removed on request
  charset text not null, -- with which the bytes were read
  template_version integer not null,
  spans jsonb not null, -- { attribute: [{ value, start, end, htmlAttribute? }] }
  primary key (record_id, number),
  foreign key (record_id, number) references record_version on delete cascade
);
create index proof_of_snapshot on proof (snapshot_id);

create table source_check (
  id bigint generated always as identity primary key,
  source_id bigint not null references source on delete cascade,
  harvest_id bigint references harvest on delete set null,
  checked_at timestamptz not null,
  address text not null, -- of the key page
  template_version integer,
  verdict text not null
    check (verdict in ('same', 'changed', 'broken', 'key-missing', 'unreachable', 'unrecognised')),
  details jsonb not null, -- sets, change case, place, readings
  snapshot_id bigint references snapshot on delete set null,
  times integer not null default 1 -- of the checks of a day the worst stands for all
);
create index source_check_of_source on source_check (source_id, id);
create index source_check_of_harvest on source_check (harvest_id);
create index source_check_of_snapshot on source_check (snapshot_id);
create index source_check_by_time on source_check (checked_at);

create table warning (
  id bigint generated always as identity primary key,
  source_id bigint references source on delete cascade,
  cause text not null, -- one open warning per source and cause
  message text not null,
  hint text not null,
  details jsonb not null,
  times integer not null default 1, -- how often the cause was met
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  acknowledged_at timestamptz,
  closed_at timestamptz
);
create unique index warning_open on warning (coalesce(source_id, 0), cause) where closed_at is null;
create index warning_of_source on warning (source_id, id);
create index warning_open_of_source on warning (source_id) where closed_at is null;

create table host (
  name text primary key, -- name and port
  holder uuid, -- who has the turn
  held_until timestamptz, -- a turn whose holder died ends here
  next_at timestamptz not null
);

create table setting (
  name text primary key,
  value jsonb not null
);

create table forgotten (
  hash bytea primary key,
  forgotten_at timestamptz not null
);
`;
