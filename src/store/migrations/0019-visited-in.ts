/** A source with more pages than one harvest may visit has them visited in turn: by when each was visited last. */
export const visitedIn = `
alter table page add column visited_in bigint; -- the last harvest with an outcome for it before harvest_id; null: none is known

update page set state = 'gone' where state in ('failed', 'skipped') and read_state = 'gone'; -- it failed since, and is gone all the same
`;
