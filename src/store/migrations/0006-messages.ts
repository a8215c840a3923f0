/**
 * Messages: what people are told of warnings, by mail and webhook.
 *
 * A delivery is one message to one receiver; its job follows its row by a trigger, as those of sources do, so that a
 * message is neither forgotten nor sent by two. What a message says is made from the warnings when it is sent: no page
 * text lies here, and what was removed is not told.
 */
export const messages = `
create table webhook (
  id bigint generated always as identity primary key,
  source_id bigint references source on delete cascade, -- null: of all sources
  origin text not null, -- all that is shown of its address, since the rest may be a secret
  sealed text not null, -- { address, secret }; the key lies in a file
  created_at timestamptz not null
);

create table delivery (
  id uuid primary key default gen_random_uuid(), -- travels with the message, so that one sent twice is recognised
  kind text not null check (kind in ('opened', 'repeated', 'closed', 'digest')),
  channel text not null check (channel in ('mail', 'webhook')),
  receiver text not null, -- a mail address, or the id of a webhook
  since timestamptz, -- of a digest: from when it tells
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')), -- dropped: nothing left to tell
  tries integer not null default 0,
  next_at timestamptz not null, -- of the next try
  reason text, -- why the last try failed
  made_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create index delivery_waiting on delivery (channel) where state = 'waiting';
create index delivery_by_time on delivery (made_at);

create table delivery_of_warning (
  delivery_id uuid not null references delivery on delete cascade,
  warning_id bigint not null references warning on delete cascade,
  primary key (delivery_id, warning_id)
);
create index delivery_of_warning_by_warning on delivery_of_warning (warning_id);

create table telling ( -- who knows of a warning; gone once its end was told too
  warning_id bigint not null references warning on delete cascade,
  channel text not null,
  receiver text not null,
  times integer not null, -- how often it was told
  told_at timestamptz not null,
  primary key (warning_id, channel, receiver)
);

create function put_delivery_job(delivery_id uuid, at timestamptz) returns void language sql as $$
  select graphile_worker.add_job('deliver', json_build_object('deliveryId', delivery_id), run_at := at, max_attempts := 32767,
    job_key := 'delivery-' || delivery_id)
$$;

create function follow_delivery() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform graphile_worker.remove_job('delivery-' || old.id);
  elsif new.state = 'waiting' then perform put_delivery_job(new.id, new.next_at);
  else perform graphile_worker.remove_job('delivery-' || new.id);
  end if;
  return null;
end
$$;
create trigger delivery_added after insert or delete on delivery for each row execute function follow_delivery();
create trigger delivery_moved after update on delivery for each row
  when (old.next_at is distinct from new.next_at or old.state <> new.state) execute function follow_delivery();
`;
