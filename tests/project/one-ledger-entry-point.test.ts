import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./files.ts";

/** Writes transfers by SQL, or hands their table to what inserts. */
const writes = /insert\s+into\s+"?ledger_entries\b|\binsert\w*\([^()]*\bledgerEntries\b/;

/** Locks of posting and of closed months hold for what goes through the one door, and for nothing else. */
test("transfers are written at one place", () => {
  const own = sourceFiles().filter((file) => file.startsWith("app/") || file.startsWith("scripts/"));
  const writers = own.filter((file) => writes.test(readFileSync(file, "utf8")));
  expect(writers).toEqual(["app/store/ledger.ts"]);
});
