/**
 * Every page and every tree that a test makes in its own process, by whatever way, is asked for what its arrays promise.
 * The real functions do the work; a promise that is broken makes the call throw.
 */
import { vi } from "vitest";
import { holdPage, holdTree } from "./core/page-invariants.js";

vi.mock(import("../src/core/page/parse-page.js"), async (original) => {
  const { parsePage } = await original();
  return { parsePage: (html) => holdPage(parsePage(html)) };
});

vi.mock(import("../src/core/tree/tree.js"), async (original) => {
  const tree = await original();
  return { ...tree, buildTree: (page) => holdTree(tree.buildTree(page)) };
});
