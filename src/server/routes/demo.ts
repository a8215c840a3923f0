import { refuse } from "../../api/errors.js";
import type { DemoView } from "../../api/server/demo.js";
import type { Some } from "../handler.js";
import type { ServerTools } from "../tools.js";

const NONE: DemoView = { isOpen: false, origin: null, sites: [] };

export function demoRoutes({ demo, events }: ServerTools): Some<"demo" | "openDemo" | "actDemo"> {
  return {
    demo: async () => demo?.view() ?? NONE,
    openDemo: async () => demo?.start() ?? refuse("not-there", "demo"),
    async actDemo({ body }) {
      if (!demo?.act(body.site, body.act)) return refuse("not-there", "site of the demo");
      events.tell({ kind: "demo" });
      return demo.view();
    },
  };
}
