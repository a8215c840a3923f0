import { z } from "zod";
import { refuse } from "../../api/errors.js";
import type { WarningView } from "../../api/server/warnings.js";
import { warningWords } from "../../api/warning-words.js";
import { checkedSince } from "../../store/figures.js";
import { acknowledgeWarning, countOpenWarnings, type NamedWarning, namedWarning, namedWarnings } from "../../store/warning.js";
import { DAY_MS } from "../access.js";
import { cursorOf, placeOf } from "../cursor.js";
import type { Some } from "../handler.js";
import type { ServerTools } from "../tools.js";

const Place = z.string().regex(/^\d{1,18}$/);

export function warningRoutes({ pool }: ServerTools): Some<"warnings" | "warning" | "acknowledge"> {
  const one = async (id: string): Promise<WarningView> =>
    present((await namedWarning(pool, id)) ?? refuse("not-there", "warning"));

  return {
    async warnings({ query, now }) {
      const { state, source, after, limit } = query;
      const wish = { isAll: state === "all", sourceId: source ?? null, afterId: placeOf(after, Place), limit: limit + 1 };
      const rows = await namedWarnings(pool, wish);
      const last = rows[limit - 1];
      return {
        warnings: rows.slice(0, limit).map(present),
        next: rows.length > limit && last ? cursorOf(last.id) : null,
        open: await countOpenWarnings(pool),
        checkedToday: await checkedSince(pool, new Date(now.getTime() - DAY_MS)),
      };
    },

    warning: ({ params }) => one(params.id),

    async acknowledge({ params, now }) {
      await acknowledgeWarning(pool, params.id, now); // one that was acknowledged or is closed stays as it is
      return one(params.id);
    },
  };
}

function present({
  sourceId,
  sourceName,
  openedAt,
  seenAt,
  acknowledgedAt,
  closedAt,
  details,
  ...warning
}: NamedWarning): WarningView {
  return {
    ...warning,
    ...warningWords({ cause: warning.cause, details }, sourceName),
    source: sourceId === null ? null : { id: sourceId, name: sourceName ?? "" },
    details: { ...details },
    openedAt: openedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  };
}
