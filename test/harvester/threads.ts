/** The threads of a test file; idle ones keep nobody from ending. */
import { openThreads } from "../../src/harvester/threads/threads.js";

export const threads = openThreads();
