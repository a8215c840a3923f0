import { afterAll, beforeAll, expect, it } from "vitest";
import { thenAndNow } from "../../src/harvester/show/then-and-now.js";
import { messageOf } from "../../src/notify/message.js";
import { planMessages } from "../../src/notify/plan.js";
import type { NotifyTools } from "../../src/notify/tools.js";
import type { DeliveryRow } from "../../src/store/delivery.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { testHarvester } from "../harvester/tools.js";

let site: ReportSite;
let own: Awaited<ReturnType<typeof testHarvester>>;
beforeAll(async () => {
  site = await startReportSite({ pages: 8 });
  own = await testHarvester(site.origin);
});
afterAll(async () => {
  await own.close();
  await site.close();
});

it("a message shows the region as it was and what the page displays now", async () => {
  const id = await own.add("reports", site.settings({ warnMail: "a@example.org" }));
  await own.harvest(id);
  const [title = ""] = site.truth().get(`${site.origin}/1`)?.title ?? [];
  site.odd = [1, 2, 3, 4, 5, 6, 7, 8]; // a table, and nothing but the titles in it
  expect(await own.harvest(id)).toMatchObject({ ending: "deferred" });
  const tools: NotifyTools = {
    pool: own.pool,
    door: own.tools.door,
    thenAndNow: (warning) => thenAndNow(own.tools, warning),
    mail: { url: new URL("smtp://127.0.0.1:1"), from: "b@example.org", isTlsRequired: false },
    mailTo: [],
    digest: null,
    publicUrl: null,
  };
  await planMessages(tools);
  const { rows } = await own.pool.query<DeliveryRow>(`select id, kind, made_at as "madeAt", since from delivery`);
  const [delivery] = rows;
  if (!delivery) throw new Error("nothing to deliver");
  const message = await messageOf(tools, delivery);
  expect(message?.warnings).toMatchObject([{ cause: "key-missing", link: null, hint: expect.stringContaining("rekey") }]);
  expect(message?.warnings[0]?.was).toMatch(new RegExp(`^${title} A\\. \\w+ Number R-1$`));
  expect(message?.warnings[0]?.now).toBe(title);
  await own.pool.query("update template set body = '{}'");
  expect((await messageOf(tools, delivery))?.warnings).toMatchObject([{ cause: "key-missing", was: null, now: null }]);
});
