/**
 * A page of which no value is proved any more marks those of its record. Of pages that were so already nothing says which
 * values they withheld: they are read again.
 */
export const withheldPages = `
update page p set read_version = null
 where 'withheld' in (p.state, p.read_state) and p.read_version is not null
   and exists (select from record r where r.page_id = p.id and r.state = 'current');
`;
