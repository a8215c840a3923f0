import type { Pool, PoolClient } from "pg";

/** All that `work` does, or nothing. A connection that breaks in the middle is thrown away, not handed to the next. */
export async function transaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onCut = (error: Error) => {
    broken = error; // between two statements nobody else would catch it, and the process would end
  };
  client.on("error", onCut);
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    if (broken === undefined) client.off("error", onCut); // a cut one may say so again when its socket closes
    client.release(broken);
  }
}
