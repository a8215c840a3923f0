import { lookup } from "node:dns/promises";
import { because } from "../api/reasons.js";
import type { Resolve } from "./door.js";
import { Fault } from "./fault.js";

/** The system's resolver, hosts file and all: what any other program of this machine would get. */
export const systemResolve: Resolve = async (name) => {
  const answers = await lookup(name, { all: true, verbatim: true });
  return answers.map(({ address }) => address);
};

/** The resolver's own error as a fault; only a resolver out of reach is worth another try. */
export function resolverFault(name: string, error: unknown): Fault {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return code === "ENOTFOUND" || code === "ENODATA"
    ? new Fault("host-not-found", because("host-unknown", name))
    : new Fault("host-not-found", because("resolver-silent", name, code), { mayPass: true });
}
