/** Before something is lost for good: a person at a terminal is asked, a script says `--yes`. */
import type { Tools } from "./command.js";

export const YES = { help: "do not ask before" };

export async function isSure({ ask, reject }: Pick<Tools, "ask" | "reject">, loss: string, isYes: boolean): Promise<boolean> {
  if (isYes) return true;
  if (!ask) return reject(`${loss} Nobody is at a terminal to be asked: --yes says that it is meant.`);
  return /^y(?:es)?$/i.test((await ask(`${loss} Go on? [y/N] `)).trim());
}
