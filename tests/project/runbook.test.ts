import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const metricNames = (text: string) => new Set(text.match(/affiliate_[a-z_]+/g));

test("docs/runbook.md tells of every metric that the app serves, and of no other", () => {
  const sources = ["app/http/probes.ts", "app/platform/metrics.server.ts"];
  const served = metricNames(sources.map((file) => readFileSync(file, "utf8")).join("\n"));
  const told = [...metricNames(readFileSync("docs/runbook.md", "utf8"))]
    // Prometheus adds the suffix to a histogram. The other name is a database's.
    .map((name) => name.replace(/_seconds_count$/, "_seconds"))
    .filter((name) => name !== "affiliate_restored");
  expect(served.size).toBeGreaterThan(10);
  expect([...new Set(told)].toSorted()).toEqual([...served].toSorted());
});
