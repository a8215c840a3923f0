/** The bundled site as the server knows it: it is served at once, and shown when somebody opens it. */
import type { DemoView } from "../api/server/demo.js";
import { startDemo } from "../demo/site.js";
import type { Demo } from "../server/tools.js";

export interface ServedDemo extends Demo {
  readonly origin: string;
  close(): Promise<void>;
}

/** On the port wished for, so that its sources are there after a restart too; on any other if that is taken. */
export async function serveDemo(port: number): Promise<ServedDemo> {
  const site = await startDemo({ port }).catch(() => startDemo());
  const states = new Map(site.sources.map(({ id }) => [id, { design: "old" as "old" | "new", removed: 0 }]));
  let isOpen = false;

  const view = (): DemoView => ({
    isOpen,
    origin: isOpen ? site.origin : null,
    sites: isOpen
      ? site.sources.toReversed().map(({ id, name, keyUrl, listUrl }) => ({
          id,
          name,
          pageAddress: keyUrl,
          listAddress: listUrl,
          ...(states.get(id) ?? { design: "old", removed: 0 }),
        }))
      : [],
  });

  return {
    origin: site.origin,
    view,
    async start() {
      isOpen = true;
      return view();
    },
    act(id, act) {
      const state = states.get(id);
      if (!state) return false;
      if (act === "redesign") {
        site.redesign(id);
        state.design = "new";
      } else if (act === "restore") {
        site.restore(id);
        states.set(id, { design: "old", removed: 0 });
      } else if (act === "replace") {
        site.replace(id);
        state.removed = site.truth(id, true).size;
      } else {
        site.remove(id, ...(act === "remove-all" ? ["all" as const] : []));
        state.removed = act === "remove-all" ? site.truth(id, true).size : Math.max(1, state.removed);
      }
      return true;
    },
    close: () => site.close(),
  };
}
