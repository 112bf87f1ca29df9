import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sentencesIn } from "./sentences.ts";

/**
 * Names, samples, masked accounts and descriptions of metrics, which are no sentences of the app. "Column 1" of a file
 * without headings is part of the key under which its layout is remembered, and "Commission" of a bank transfer is found
 * again on bank statements.
 */
const data = new Set([
  "app/domain/actor.ts",
  "app/domain/emails/template.ts",
  "app/domain/emails/variables.ts",
  "app/domain/fraud/ad-networks.ts",
  "app/domain/payouts/details.ts",
  "app/domain/referral-code.ts",
  "app/domain/statements/detect-reading.ts",
  "app/gateways/bank/sepa-file.ts",
  "app/http/probes.ts",
  ...globSync("app/domain/{imports,statements}/layouts/*.ts"),
]);

const files = globSync("app/{contracts,domain,flows,gateways,http,jobs,routes,store,ui}/**/*.{ts,tsx}")
  .filter((file) => !data.has(file))
  .toSorted();

const found = new Map(files.map((file) => [file, sentencesIn(file, readFileSync(file, "utf8"))]));

test("only catalogs have sentences for people", () => {
  const said = files.flatMap((file) =>
    (found.get(file) ?? []).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(said).toEqual([]);
});

test("a sentence for people is found, and texts for developers and machines are not", () => {
  const code = [
    'const fault = "Try it again later.";',
    "const told = `The order ${name} was refunded.`;",
    'throw new RangeError("There is no such rule.");',
    'log.error("The queue does not answer", {});',
    'z.string().meta({ description: "Of all orders" });',
    "sql`Select nothing of it`;",
    'const header = "Bearer token";',
    'const kind = "Sale";',
  ].join("\n");
  expect(sentencesIn("a.ts", code)).toEqual([
    { line: 1, text: "Try it again later." },
    { line: 2, text: "The order … was refunded." },
  ]);
});
