import { describe, expect, it } from "vitest";
import { UserName } from "../../src/api/server/accounts.js";
import { SourceName } from "../../src/api/source.js";

describe("names of sources", () => {
  it.each(["rivers", "Universitas X, Fakultas Y", "Slow Rivers: reports (new)", "हिन्दी विभाग", "A & B's list"])("%s", (name) =>
    expect(SourceName.safeParse(name).success).toBe(true),
  );

  it.each(["", " a", "-x", "a/b", "a\\b", "<b>", "a “b”", "a\nb", "a\u202eb", "a\u2028b", "x".repeat(101)])("not %j", (name) =>
    expect(SourceName.safeParse(name).success).toBe(false),
  );
});

describe("names of people", () => {
  it.each(["Rina", "O'Brien", "प्रिया", "index@rivers.example"])("%s", (name) =>
    expect(UserName.safeParse(name).success).toBe(true),
  );
  it.each(["", "a/b", "a\u0000", "'x"])("not %j", (name) => expect(UserName.safeParse(name).success).toBe(false));
});
