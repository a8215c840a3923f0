/** Where headers and cookies go is settled from now on: for older sources the origin they went to, that of the key's address. */
export const secretsForOlder = `
update source
   set settings = settings || jsonb_build_object('secretsFor', coalesce(
         lower(regexp_replace(substring(address from '^[A-Za-z]+://[^/?#\\\\]+'), '//.*@', '//')), address))
  from (select id as own, coalesce(settings #>> '{key,address}', settings #>> '{discovery,lists,0}',
                 settings #>> '{discovery,sitemaps,0}', settings #>> '{discovery,addresses,0}') as address
          from source) as owns
 where id = own and not settings ? 'secretsFor';
`;
