/** Relative links of a list start where its address leads to; a stored page must be read again as it was read. */
export const pageBase = `
alter table page add column base text; -- the final address of the last reading; null: the page's own
`;
