import type { SourceSettings } from "../../api/source.js";
import { dropDraftSecrets } from "../../store/draft.js";
import { plainSecrets, setSourceSettings } from "../../store/source.js";
import { transaction } from "../../store/transaction.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { secretsHome } from "./secrets-home.js";

type Texts = Readonly<Record<string, string>>;

export const changedValues = (texts: Texts, change: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));

type Secrets = Pick<SourceSettings, "headers" | "cookies">;

/** As they may be stored: headers and cookies can be read by nobody who reads the database alone. */
export const sealedSecrets = ({ door: { vault } }: Pick<HarvestTools, "door">, { headers, cookies }: Secrets): Secrets => ({
  headers: changedValues(headers, vault.seal),
  cookies: changedValues(cookies, vault.seal),
});

/** From here on it is settled where they go. */
export const sealedSettings = (tools: Pick<HarvestTools, "door">, settings: SourceSettings): SourceSettings => ({
  ...settings,
  ...sealedSecrets(tools, settings),
  secretsFor: secretsHome(settings),
});

/** Those that an older bartree has stored as they were given; drafts do without. */
export async function sealStored(tools: Pick<HarvestTools, "pool" | "door">): Promise<number> {
  return transaction(tools.pool, async (client) => {
    const found = await plainSecrets(client);
    for (const { id, settings } of found) await setSourceSettings(client, id, sealedSecrets(tools, settings), nowOf(tools));
    await dropDraftSecrets(client);
    return found.length;
  });
}
