import { type Db, only } from "./db.js";

/** Such as `18.0`. */
export async function serverVersion(db: Db): Promise<string> {
  return only(await db.query<{ version: string }>("select current_setting('server_version') as version")).version;
}
