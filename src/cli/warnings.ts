import { namedWarnings } from "../store/warning.js";
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
    const told = found.map(({ sourceName: source, ...warning }) => ({ source, ...warning }));
    out.print({ warnings: told }, ({ warnings: rows }, emphasise) =>
      rows.length === 0
        ? "Nothing needs a person."
        : rows
            .map(({ message, hint, cause, openedAt, closedAt, times }) =>
              [
                `${emphasise(message)} [${cause}]`,
                `  ${hint}`,
                `  since ${openedAt.toISOString().slice(0, 16)}, met ${times} ${times === 1 ? "time" : "times"}${closedAt ? ", over" : ""}`,
              ].join("\n"),
            )
            .join("\n"),
    );
    return EXIT_DONE;
  },
};
