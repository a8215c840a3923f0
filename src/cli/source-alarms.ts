import { ALARMS, type Alarm } from "../api/alarm.js";
import { setSourceSettings } from "../store/source.js";
import { transaction } from "../store/transaction.js";
import { closeWarning } from "../store/warning.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";

const ALARM = { value: "ALARM", several: true } as const;

export const sourceAlarmsCommand: Command<"name", never, "off" | "on"> = {
  summary: "Show which alarms of its own history a source has, and switch them off or on.",
  example: "bartree source alarms rivers --off silence",
  operands: { name: { value: "SOURCE", help: "the name of a source" } },
  options: {
    off: { ...ALARM, help: `alarms it is to do without: ${ALARMS.join(", ")}` },
    on: { ...ALARM, help: "alarms it is to have again" },
  },
  async run({ name, off, on }, { open, out, reject }) {
    const [gone, back] = [off.map((word) => alarmOf(word, reject)), on.map((word) => alarmOf(word, reject))];
    const { pool, door, source: find } = await open();
    const { id, settings } = await find(name);
    const isOff = new Set<Alarm>([...settings.alarmsOff.filter((alarm) => !back.includes(alarm)), ...gone]);
    const now = new Date(door.clock.now());
    await transaction(pool, async (client) => {
      await setSourceSettings(client, id, { ...settings, alarmsOff: [...isOff] }, now);
      for (const alarm of isOff) await closeWarning(client, id, alarm, now);
    });
    const alarms = Object.fromEntries(ALARMS.map((alarm) => [alarm, !isOff.has(alarm)]));
    out.print({ source: name, alarms }, () => ALARMS.map((alarm) => `${alarms[alarm] ? "on " : "off"}  ${alarm}`).join("\n"));
    return EXIT_DONE;
  },
};

function alarmOf(word: string, reject: Tools["reject"]): Alarm {
  return ALARMS.find((alarm) => alarm === word) ?? reject(`There is no alarm “${word}”: they are ${ALARMS.join(", ")}.`);
}
