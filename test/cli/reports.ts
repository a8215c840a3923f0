/** The site of reports as a source, added by the command line. */
import { expect } from "vitest";
import type { ReportSite } from "../harvester/report-site.js";
import { run } from "./run.js";

export async function addReports(
  site: ReportSite,
  environment: Readonly<Record<string, string>>,
  name = "reports",
): Promise<void> {
  const texts = Object.entries(site.truth().get(`${site.origin}/1`) ?? {});
  const labels = texts.flatMap(([attribute, [text]]) => ["--label", `${attribute}=${text}`]);
  const call = ["source", "add", name, `${site.origin}/1`, ...labels, "--list-url", `${site.origin}/`, "--delay", "0"];
  expect(await run(call, "", false, environment)).toMatchObject({ exitCode: 0 });
}
