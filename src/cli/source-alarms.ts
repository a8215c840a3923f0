import { ALARMS, type Alarm } from "../api/alarm.js";
import { changeSettings } from "../harvester/warn/change-settings.js";
import { transaction } from "../store/transaction.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { parsed } from "./source-labels.js";

const ALARM = { value: "ALARM", several: true } as const;

export const sourceAlarmsCommand: Command<"name", "mail", "off" | "on"> = {
  summary: "Show which alarms of its own history a source has and who is warned by mail, and change that.",
  example: "bartree source alarms rivers --off silence --mail rivers@example.org",
  operands: { name: { value: "SOURCE", help: "the name of a source" } },
  options: {
    off: { ...ALARM, help: `alarms it is to do without: ${ALARMS.join(", ")}` },
    on: { ...ALARM, help: "alarms it is to have again" },
    mail: { value: "ADDRESS", help: "who is told of its warnings, besides those of BARTREE_MAIL_TO; none: nobody else" },
  },
  async run({ name, off, on, mail }, { open, out, reject }) {
    const [gone, back] = [off.map((word) => alarmOf(word, reject)), on.map((word) => alarmOf(word, reject))];
    const context = await open();
    const source = await context.source(name);
    const { alarmsOff, warnMail: before } = source.settings;
    const isOff = new Set<Alarm>([...alarmsOff.filter((alarm) => !back.includes(alarm)), ...gone]);
    const warnMail = mail === undefined ? before : mail === "none" ? null : mail;
    const settings = parsed({ ...source.settings, alarmsOff: [...isOff], warnMail });
    const now = new Date(context.door.clock.now());
    await transaction(context.pool, (client) => changeSettings(client, source, settings, now));
    const alarms = Object.fromEntries(ALARMS.map((alarm) => [alarm, !isOff.has(alarm)]));
    out.print({ source: name, alarms, warnMail }, () =>
      [...ALARMS.map((alarm) => `${alarms[alarm] ? "on " : "off"}  ${alarm}`), `mail ${warnMail ?? "to nobody of its own"}`].join(
        "\n",
      ),
    );
    return EXIT_DONE;
  },
};

function alarmOf(word: string, reject: Tools["reject"]): Alarm {
  return ALARMS.find((alarm) => alarm === word) ?? reject(`There is no alarm “${word}”: they are ${ALARMS.join(", ")}.`);
}
