/** Tries are counted by name and by where they come from, so that a stranger elsewhere locks nobody out. */
export const signInTries = `
alter table sign_in_try
  add column ip text not null default '',
  add column id bigint generated always as identity primary key;
`;
