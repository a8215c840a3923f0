import { refuse } from "../api/errors.js";
import { redoHeal, undoHeal } from "../harvester/heal/undo-heal.js";
import { versionsOf } from "../store/template.js";
import type { Command } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { table } from "./table.js";

const NAME = { value: "SOURCE", help: "the name of a source" };

export const templateListCommand: Command<"name"> = {
  summary: "List the template versions of a source: how each came about, and which one is in force.",
  example: "bartree template list rivers",
  operands: { name: NAME },
  options: {},
  async run({ name }, { open, out }) {
    const { pool, source: find } = await open();
    out.print({ source: name, versions: await versionsOf(pool, (await find(name)).id) }, ({ versions }, emphasise) => {
      const [head = "", ...rows] = table([
        { head: "version", cells: versions.map(({ version }) => String(version)) },
        { head: "origin", cells: versions.map(({ origin }) => origin) },
        { head: "standing", cells: versions.map(({ standing }) => standing) },
        { head: "made", cells: versions.map(({ madeAt }) => madeAt.toISOString().slice(0, 19)) },
        { head: "", cells: versions.map(({ isInForce, undoneAt }) => (isInForce ? "in force" : undoneAt ? "undone" : "")) },
        { head: "", cells: versions.map(({ note }) => note ?? "") },
      ]);
      return [emphasise(head), ...rows].join("\n");
    });
    return EXIT_DONE;
  },
};

export const undoHealCommand = undoCommand("undo-heal");
export const templateUndoCommand = undoCommand("template undo");

const shownAgain = (records: number): string =>
  records === 0
    ? "it had changed no record"
    : `${records} ${records === 1 ? "record shows again what it" : "records show again what they"} showed before`;

function undoCommand(words: string): Command<"name"> {
  return {
    summary: "Take back the healed template version that is in force, and all that it wrote; the source is paused.",
    example: `bartree ${words} rivers`,
    operands: { name: NAME },
    options: {},
    async run({ name }, { open, out }) {
      const context = await open();
      const undone = await undoHeal(context, await context.source(name));
      if (!undone.ok) return refuse("nothing-to-undo", name);
      const { undone: version, inForce, versions, records } = undone;
      out.print({ source: name, undone: version, inForce, versions, records, state: "paused" }, () =>
        [
          `Version ${version} of “${name}” is undone, version ${inForce} is in force again; ${shownAgain(records)}.`,
          "The source is paused; label it anew with `bartree source rekey`, go on with `bartree source resume`, or take this back with `bartree redo-heal`.",
        ].join("\n"),
      );
      return EXIT_DONE;
    },
  };
}

export const redoHealCommand: Command<"name"> = {
  summary: "Put the healed template version that was undone last in force again, with all that it wrote; the source goes on.",
  example: "bartree redo-heal rivers",
  operands: { name: NAME },
  options: {},
  async run({ name }, { open, out }) {
    const context = await open();
    const redone = await redoHeal(context, await context.source(name));
    if (!redone.ok) return refuse("nothing-to-redo", name);
    const { redone: version, before, versions, records } = redone;
    out.print({ source: name, redone: version, before, versions, records, state: "active" }, () =>
      [
        `Version ${version} of “${name}” is in force again in place of version ${before}, with what it wrote; the source is active.`,
        `Take it back with \`bartree undo-heal ${name}\`.`,
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};
