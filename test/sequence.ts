/**
 * The order of a run: the longest files before the others, so that none is left for the end. The runner's own order knows
 * how long a file took only where it ran before, which a fresh checkout has not.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG = [
  "test/time/time.test.ts",
  "test/cli/stop.test.ts",
  "test/cli/endings.test.ts",
  "test/cli/watchdog.test.ts",
  "test/cli/supervise.test.ts",
  "test/store/kill.test.ts",
  "test/harvester/kill.test.ts",
  "test/store/embedded.test.ts",
  "test/cli/start-workers.test.ts",
  "test/cli/serve.test.ts",
  "test/cli/disk-full.test.ts",
  "test/server/slow-readers.test.ts",
  "test/server/sign-in-flood.test.ts",
  "test/foreign-texts.test.ts",
  "test/expressions.test.ts",
  "test/core/hostile.test.ts",
  "test/core/learn-hostile.test.ts",
  "test/core/growth.test.ts",
  "test/core/fuzz-verbs.test.ts",
  "test/core/foreign-tags.test.ts",
  "test/core/page/css-addresses.test.ts",
  "test/harvester/threads.test.ts",
  "test/harvester/discover.test.ts",
  "test/server/limits.test.ts",
  "test/package/pack.test.ts",
  "test/demo/story.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
