/** A page whose bytes are the same is another page once its site names another charset; a snapshot is of many pages. */
export const pageCharset = `
alter table page add column charset text; -- of the last reading; null: read before, by that of its snapshot
`;
