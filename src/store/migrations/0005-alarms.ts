/** What alarms compare a harvest with: the source's own earlier ones. */
export const alarms = `
alter table harvest
  add column added integer not null default 0, -- records it was the first to read
  add column listed integer, -- pages that lists, sitemaps and settings named; null: of an older bartree
  add column doubtful integer, -- pages that are partly or wholly withheld, read this time or before
  add column untaken integer; -- what stands among the records of list pages and was not taken for one

update source set settings = settings || '{"alarmsOff": []}' where not settings ? 'alarmsOff';
`;
