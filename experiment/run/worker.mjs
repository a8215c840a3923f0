/** A worker thread: takes a unit, gives its rows. */
import { parentPort } from "node:worker_threads";
import { measureGroups } from "../measure/groups.mjs";
import { measurePages } from "../measure/pages.mjs";
import { measureReal } from "../measure/real.mjs";
import { measureTimes } from "../measure/times.mjs";

const WORK = { pages: measurePages, groups: measureGroups, real: measureReal, times: measureTimes };

parentPort.on("message", ({ work, input }) => parentPort.postMessage(WORK[work](input)));
