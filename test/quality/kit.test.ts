/** Floors on real pages, where they stand beside the project. */
import { expect, it } from "vitest";
import { say } from "../run.js";
import { hasSharedData } from "../shared-data.js";
import { movedKit, readKitFloors, scoreKit } from "./kit.js";

if (!hasSharedData) say("quality: ../shared/data is not here, so real pages are not read; the invented sites are.");

it.skipIf(!hasSharedData)("real pages are read as well as before", () => {
  const { worse, better } = movedKit(readKitFloors(), scoreKit());
  expect(worse).toEqual([]);
  expect(better, "Got better, well done: run `npm run quality -- --pin`, so that it stays so.").toEqual([]);
});
