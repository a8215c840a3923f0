/**
 * A page that fails or is skipped keeps how its last reading left it, for the day it answers again and is unchanged. Those
 * that are so already are read again then.
 *
 * The name of a group of withheld pages may be longer than a row of an index: fifty attributes, each with its reason.
 */
export const unreadPages = `
alter table page
  add column read_state text, -- before it failed or was skipped; of no meaning in any other state
  add column read_reason text;
update page set read_version = null where state in ('failed', 'skipped') and read_version is not null;

drop index page_withheld;
create index page_withheld on page (source_id, hashtextextended(withheld_group, 0)) where withheld_group is not null;
`;
