/**
 * `npm run check`: types and lint rules (one step, by oxlint), format, imports between folders, dead code, and GraphQL.
 * `npm run check -- lint boundaries` runs only the steps whose names are given. Architecture tests run with `npm test`.
 */
import { existsSync } from "node:fs";
import { deepWarnings } from "./deep/record.ts";
import { runSteps, type Step } from "./run-steps.ts";

const modules = "node_modules";
const folders = [
  "app",
  "extensions",
  "local-shopify",
  "local-paypal",
  "bundled-postgres",
  "scripts",
  "bench",
  "tests",
];
const files = ["worker.ts", "ingest.ts"];
const present = [...folders, ...files].filter((each) => existsSync(each));

const steps: Step[] = [
  { name: "lint", command: [`${modules}/oxlint/bin/oxlint`, "--deny-warnings", "."] },
  {
    name: "format",
    command: [`${modules}/prettier/bin/prettier.cjs`, "--check", "--log-level", "warn", "."],
  },
  {
    name: "boundaries",
    command: [
      `${modules}/dependency-cruiser/bin/dependency-cruiser.mjs`,
      "--config",
      ".dependency-cruiser.mjs",
      ...present,
    ],
  },
  { name: "dead code", command: [`${modules}/knip/bin/knip.js`, "--no-progress"] },
  { name: "graphql", command: ["scripts/check-graphql.ts"] },
  { name: "migrations", command: ["scripts/generate-baseline.ts", "--check"] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check called ${unknown.join(", ")}; there are: ${steps.map((s) => s.name).join(", ")}.`,
  );
  process.exit(2);
}
const failed = await runSteps(wanted.length > 0 ? steps.filter((step) => wanted.includes(step.name)) : steps);
if (wanted.length === 0) for (const line of deepWarnings()) console.warn(`warn ${line}`);
console.log(failed.length > 0 ? `Failed: ${failed.join(", ")}.` : "All checks passed.");
process.exitCode = failed.length > 0 ? 1 : 0;
