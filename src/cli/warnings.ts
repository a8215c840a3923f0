import { refuse } from "../api/errors.js";
import { warningWords } from "../api/warning-words.js";
import { acknowledgeWarning, namedWarning, namedWarnings } from "../store/warning.js";
import type { Command } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";

const MOST = 200;

export const warningsCommand: Command<never, never, never, "all"> = {
  summary: "Show what needs a person: each cause once, until it is gone.",
  example: "bartree warnings --all",
  operands: {},
  options: { all: { help: "also those whose cause is gone" } },
  async run({ all }, { open, out }) {
    const { pool } = await open();
    const found = await namedWarnings(pool, { isAll: all, sourceId: null, afterId: null, limit: MOST });
    const told = found.map((warning) => {
      const { sourceName: source, ...row } = warning;
      return { source, ...row, ...warningWords(warning, source) };
    });
    out.print({ warnings: told }, ({ warnings: rows }, emphasise) =>
      rows.length === 0
        ? "Nothing needs a person."
        : rows
            .map(({ id, message, hint, cause, openedAt, acknowledgedAt, closedAt, times }) =>
              [
                `${id}  ${emphasise(message)} [${cause}]`,
                `  ${hint}`,
                `  since ${openedAt.toISOString().slice(0, 16)}, met ${times} ${times === 1 ? "time" : "times"}${closedAt ? ", over" : acknowledgedAt ? ", acknowledged" : ""}`,
              ].join("\n"),
            )
            .join("\n"),
    );
    return EXIT_DONE;
  },
};

export const warningsAcknowledgeCommand: Command<never, never, "ids"> = {
  summary: "Say that you know of warnings: nobody is told of them again, and they stay open until their cause is gone.",
  example: "bartree warnings acknowledge 12 15",
  operands: { ids: { value: "NUMBER", help: "their numbers, as `bartree warnings` shows them", several: true } },
  options: {},
  async run({ ids }, { open, out, reject }) {
    if (!ids.every((id) => /^[1-9]\d{0,17}$/.test(id))) return reject("NUMBER is a number of `bartree warnings`.");
    const { pool, door } = await open();
    const known = await Promise.all(ids.map((id) => namedWarning(pool, id)));
    if (known.includes(undefined)) return refuse("not-there", "warning");
    for (const id of ids) await acknowledgeWarning(pool, id, new Date(door.clock.now())); // one that is over stays as it is
    out.print({ acknowledged: ids }, () => `Acknowledged: ${ids.join(", ")}.`);
    return EXIT_DONE;
  },
};
