import type { QueryConfig, QueryResult, QueryResultRow } from "pg";

/** A pool, or a client inside a transaction: the caller decides what belongs together. */
export interface Db {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** The row of a statement that always gives one. */
export function only<Row>({ rows: [row] }: { rows: Row[] }): Row {
  if (row === undefined) throw new Error("a statement that always gives a row gave none");
  return row;
}
