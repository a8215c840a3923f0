/** Names of a source in the order a person gave them: a template sorts them, and an object of the database forgets it. */
export const order = `
update source set settings = settings || '{"order": []}' where not settings ? 'order';
`;
