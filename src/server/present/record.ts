import type { RecordHead } from "../../api/server/records.js";
import type { FoundRecord } from "../../store/record-search.js";

const TITLES = ["title", "name", "judul", "heading", "headline"];

/** What a record is called: its title if it has one, else its first value, else its address. */
function titleOf(values: Readonly<Record<string, readonly string[]>>, address: string | null): string {
  const named = TITLES.flatMap((name) => (Object.hasOwn(values, name) ? (values[name] ?? []) : []));
  const first = Object.values(values).flat();
  return named[0] ?? first[0] ?? address ?? "";
}

export function presentRecord(record: FoundRecord): RecordHead {
  const { id, sourceId, sourceName, address, state, values, withheld, isProvisional, createdAt, updatedAt } = record;
  return {
    id,
    source: { id: sourceId, name: sourceName },
    address,
    state,
    title: titleOf(values, address),
    values,
    withheld,
    isProvisional,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
