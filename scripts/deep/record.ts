import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { type DeepSuite, deepSuites, missingGuards } from "./suites.ts";

const file = "docs/deep-tests.json";

const recordShape = z.object({
  outcome: z.enum(["passed", "failed"]),
  commit: z.string(),
  /** True where files that are not committed took part. */
  uncommittedChanges: z.boolean(),
  date: z.string(),
  firstSeed: z.number().nullable(),
  counts: z.record(z.string(), z.number()),
  seconds: z.number(),
});
export type DeepRecord = z.infer<typeof recordShape>;

const readRecords = (): Partial<Record<string, DeepRecord>> =>
  z.record(z.string(), recordShape).parse(JSON.parse(readFileSync(file, "utf8")));

/** Writes down how a suite ended. */
export function writeRecord({ name }: DeepSuite, record: DeepRecord): void {
  const records = { ...readRecords(), [name]: record };
  const inOrder = deepSuites.flatMap((suite) => {
    const kept = records[suite.name];
    return kept ? [[suite.name, kept] as const] : [];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/** The commit that is checked out, and whether files of the project differ from it. */
export function currentCommit(): Pick<DeepRecord, "commit" | "uncommittedChanges"> {
  const changes = git("status", "--porcelain", "--untracked-files=no", "--", ".", `:!${file}`);
  return { commit: git("rev-parse", "HEAD") ?? "", uncommittedChanges: changes !== "" };
}

/** Warnings about suites whose last run says nothing about today's code. */
export function deepWarnings(): string[] {
  const records = readRecords();
  const stale = deepSuites.flatMap((suite) => {
    const reason = whyStale(suite, records[suite.name]);
    return reason ? [`${suite.name}: ${reason}. Run npm run test:deep -- ${suite.name}`] : [];
  });
  return [...missingGuards().map((path) => `${path} is guarded and not there.`), ...stale];
}

function whyStale({ guards }: DeepSuite, record: DeepRecord | undefined): string | null {
  if (!record) return "no run is recorded";
  const day = record.date.slice(0, 10);
  if (record.outcome === "failed") return `failed on ${day}`;
  if (record.uncommittedChanges) return `ran with uncommitted changes on ${day}`;
  const changes = git("log", "--oneline", `${record.commit}..HEAD`, "--", ...guards);
  if (changes === null) {
    return `commit ${record.commit.slice(0, 9)} of its last run is not in this repository`;
  }
  const count = changes === "" ? 0 : changes.split("\n").length;
  return count === 0 ? null : `${count} ${count === 1 ? "commit" : "commits"} changed its code since ${day}`;
}
