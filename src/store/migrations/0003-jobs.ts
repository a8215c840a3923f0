/**
 * Jobs and workers.
 *
 * The row of a source is the truth and its job follows it by a trigger, so whoever writes the row, in whatever
 * transaction, cannot forget the job: it stands for the next harvest, at `next_check_at`, unless the source is paused.
 * The queue of a source's name makes its harvests come one after the other. graphile-worker must be there before this.
 */
export const jobs = `
create table worker (
  id text primary key, -- by which graphile-worker knows who holds a job
  name text not null, -- machine and process
  concurrency integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null -- both by the database's clock, since the workers' may differ
);

create function put_source_job(source_id bigint, at timestamptz) returns void language sql as $$
  select graphile_worker.add_job('harvest', json_build_object('sourceId', source_id::text), queue_name := 'source-' || source_id,
    run_at := at, max_attempts := 32767, job_key := 'source-' || source_id)
$$;

create function follow_source() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform graphile_worker.remove_job('source-' || old.id);
    delete from graphile_worker._private_job_queues where queue_name = 'source-' || old.id and locked_at is null;
  elsif new.state = 'paused' or new.next_check_at is null then
    perform graphile_worker.remove_job('source-' || new.id);
  else
    perform put_source_job(new.id, new.next_check_at);
  end if;
  return null;
end
$$;
create trigger source_added after insert or delete on source for each row execute function follow_source();
create trigger source_moved after update on source for each row
  when (old.next_check_at is distinct from new.next_check_at or (old.state = 'paused') <> (new.state = 'paused'))
  execute function follow_source();
`;
