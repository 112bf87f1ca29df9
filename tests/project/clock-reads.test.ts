import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { clockReads } from "./clock-reads.ts";

const folder = mkdtempSync(join(tmpdir(), "clock-reads-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readsOf(line: string): string[] {
  const file = join(folder, "sample.ts");
  writeFileSync(file, `${line}\n`);
  return clockReads(file);
}

test.each([
  "export const now = new Date();",
  "export const now = new Date;",
  "export const now = Date.now();",
  "export const now = Date();",
  "export const now = globalThis.Date.now();",
  'export const now = Date["now"]();',
  "export const { now } = Date;",
  "const Clock = Date; export const now = new Clock();",
  "export const now = (at: [] | [number]) => new Date(...at);",
  "export const midnight = new Date(2026, 0, 1);",
  "export const clocks = { wall: Date };",
  "export const clocks = { Date };",
])("finds the clock in `%s`", (line) => {
  expect(readsOf(line)).toHaveLength(1);
});

test.each([
  "export const start = new Date(0);",
  "export const day = new Date(Date.UTC(2026, 0, 1));",
  'export const day = Date.parse("2026-01-01T00:00:00Z");',
  "export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);",
  "export const isDate = (value: unknown) => value instanceof Date;",
  'export const columns = { Date: "date" };',
])("leaves `%s` alone", (line) => {
  expect(readsOf(line)).toEqual([]);
});

test("the domain is told the time and never reads the clock", () => {
  const files = globSync("app/domain/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(clockReads)).toEqual([]);
});
