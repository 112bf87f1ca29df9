import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Files of an app that each break one rule, with the rule that has to report it. */
const violations: [file: string, imports: string[], rule: string, into: string][] = [
  ["app/domain/rule.ts", ["#app/store/rows.ts"], "domain-boundary", "app/store/rows.ts"],
  ["app/domain/clever.ts", ["node:fs"], "domain-is-pure", "fs"],
  ["app/domain/parsed.ts", ["zod"], "domain-is-pure", "zod"],
  ["app/routes/screen.ts", ["#app/platform/clock.ts"], "routes-boundary", "app/platform/clock.ts"],
  ["app/routes/sends.ts", ["#app/queue/catalog.ts"], "routes-boundary", "app/queue/catalog.ts"],
  ["app/jobs/reads.ts", ["#app/store/rows.ts"], "jobs-boundary", "app/store/rows.ts"],
  ["app/ui/reads.ts", ["#app/store/rows.ts"], "ui-boundary", "app/store/rows.ts"],
  ["app/routes/other.ts", ["./screen.ts"], "routes-do-not-import-routes", "app/routes/screen.ts"],
  ["app/ui/list.ts", ["#app/flows/a/one.ts"], "ui-boundary", "app/flows/a/one.ts"],
  ["app/flows/a/one.ts", ["#app/flows/b/two.ts"], "flows-stay-in-their-subject", "app/flows/b/two.ts"],
  [
    "app/flows/settlement/one.ts",
    ["#app/flows/b/two.ts"],
    "flows-stay-in-their-subject",
    "app/flows/b/two.ts",
  ],
  ["app/flows/b/two.ts", ["pg"], "sql-lives-in-store", "pg"],
  ["app/flows/b/three.ts", ["#app/routes/screen.ts"], "entry-points-are-outermost", "app/routes/screen.ts"],
  ["app/domain/worded.ts", ["#app/i18n/formats.ts"], "domain-boundary", "app/i18n/formats.ts"],
  ["app/flows/a/worded.ts", ["#app/i18n/formats.ts"], "flows-boundary", "app/i18n/formats.ts"],
  ["app/store/worded.ts", ["#app/i18n/formats.ts"], "store-boundary", "app/i18n/formats.ts"],
  ["app/ui/page.ts", ["#app/i18n/de/index.ts"], "one-language-per-page", "app/i18n/de/index.ts"],
  [
    "app/ui/merchant.ts",
    ["#app/i18n/en/admin/index.ts"],
    "one-language-per-page",
    "app/i18n/en/admin/index.ts",
  ],
  ["app/ui/all.ts", ["#app/i18n/texts.ts"], "one-language-per-page", "app/i18n/texts.ts"],
  ["app/i18n/page-texts.ts", ["./texts.ts"], "one-language-per-page", "app/i18n/texts.ts"],
  ["app/http/gate.ts", ["../../local-shopify/shop.ts"], "app-stands-alone", "local-shopify/shop.ts"],
  ["app/platform/gone.ts", ["./nowhere.ts"], "no-unresolvable", "./nowhere.ts"],
  ["local-shopify/shop.ts", ["../app/domain/rule.ts"], "local-shopify-stands-alone", "app/domain/rule.ts"],
  ["local-paypal/books.ts", ["../app/domain/rule.ts"], "local-paypal-stands-alone", "app/domain/rule.ts"],
  ["local-paypal/pay.ts", ["../local-shopify/shop.ts"], "local-paypal-stands-alone", "local-shopify/shop.ts"],
  ["tests/domain/one.test.ts", ["#app/store/rows.ts"], "pure-tests", "app/store/rows.ts"],
  ["tests/model/cut.ts", ["#app/domain/rule.ts"], "model-is-independent", "app/domain/rule.ts"],
];
/** Allowed imports. Without them this test would also pass if everything were forbidden. */
const allowed: [file: string, imports: string[]][] = [
  ["app/store/rows.ts", ["pg", "#app/platform/clock.ts"]],
  ["app/routes/reads.ts", ["#app/store/rows.ts", "#app/platform/db.server.ts"]],
  ["app/api/reads.ts", ["#app/store/rows.ts", "#app/platform/db.server.ts"]],
  ["app/http/reads.ts", ["#app/store/rows.ts", "#app/platform/db.server.ts"]],
  ["app/i18n/texts.ts", ["./de/index.ts"]],
  ["app/ui/amount.ts", ["#app/i18n/formats.ts"]],
  ["app/ui/orders.ts", ["#app/i18n/en/admin/orders.ts"]],
  ["app/http/worded.ts", ["#app/i18n/texts.ts"]],
  ["app/gateways/worded.ts", ["#app/i18n/texts.ts"]],
  ["app/jobs/worded.ts", ["#app/i18n/texts.ts"]],
  ["app/flows/a/settles.ts", ["#app/flows/settlement/one.ts"]],
];

const project = mkdtempSync(join(tmpdir(), "boundaries-"));
let findings = "";

beforeAll(() => {
  const configs = ["package.json", "tsconfig.json", ".dependency-cruiser.mjs"];
  for (const file of configs) cpSync(file, join(project, file));
  symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
  const write = (file: string, imports: string[]) => {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    const lines = imports.map(
      (each, at) => `import * as x${at} from "${each}";\nexport const y${at} = x${at};\n`,
    );
    writeFileSync(join(project, file), lines.join(""));
  };
  for (const [file, imports] of violations) write(file, imports);
  for (const [file, imports] of allowed) write(file, imports);
  write("app/i18n/formats.ts", ["intl-messageformat"]);
  write("app/i18n/de/index.ts", ["i18next"]);
  write("app/i18n/en/admin/index.ts", ["i18next"]);
  write("app/i18n/en/admin/orders.ts", ["i18next"]);
  write("app/platform/clock.ts", ["node:perf_hooks"]);
  write("app/platform/db.server.ts", ["pg"]);
  write("app/queue/catalog.ts", ["zod"]);
  const cruiser = "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs";
  const args = [
    cruiser,
    "--config",
    ".dependency-cruiser.mjs",
    "app",
    "local-shopify",
    "local-paypal",
    "tests",
  ];
  findings = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" }).stdout;
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each(violations)("%s may not import %j: %s", (file, _imports, rule, into) => {
  const lines = findings.split("\n").filter((line) => line.includes(`${rule}: ${file} → `));
  expect(lines.some((line) => line.includes(into))).toBe(true);
});

test.each(allowed)("%s may import %j", (file) => {
  expect(findings.split("\n").filter((line) => line.includes(`: ${file} → `))).toEqual([]);
});
