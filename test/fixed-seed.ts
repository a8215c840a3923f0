/** For every property that names no seed of its own. */
import fc from "fast-check";
import { seed } from "./run.js";

fc.configureGlobal({ seed });
