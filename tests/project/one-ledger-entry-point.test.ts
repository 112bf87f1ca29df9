import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "./files.ts";

/** An insert into ledger_entries by SQL or by the query builder. */
const writes = /insert\s+into\s+"?ledger_entries\b|\binsert\w*\([^()]*\bledgerEntries\b/;

/** Only the posting function takes the locks of postings and of closed months. */
test("only the posting function writes ledger entries", () => {
  const own = sourceFiles().filter((file) => file.startsWith("app/") || file.startsWith("scripts/"));
  const writers = own.filter((file) => writes.test(readFileSync(file, "utf8")));
  expect(writers).toEqual(["app/store/ledger.ts"]);
});
