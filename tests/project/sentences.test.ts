import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sentencesIn } from "./sentences.ts";

/** Names and samples, which are no sentences of the app. */
const data = new Set([
  "app/domain/actor.ts",
  "app/domain/emails/template.ts",
  "app/domain/emails/variables.ts",
  "app/domain/referral-code.ts",
  ...globSync("app/domain/{imports,statements}/layouts/*.ts"),
]);

/** Files whose sentences still have to become codes. No file may be added. */
const open = new Set([
  "app/domain/codes/discount.ts",
  "app/domain/fraud/rules.ts",
  "app/domain/payouts/bank-file.ts",
  "app/domain/payouts/details.ts",
  "app/domain/payouts/method.ts",
  "app/domain/shop-settings.ts",
  "app/domain/statements/detect-reading.ts",
  "app/flows/backtests/read-backtests.ts",
  "app/flows/codes/check-codes.ts",
  "app/flows/codes/platform-codes.ts",
  "app/flows/codes/run-batch.ts",
  "app/flows/fraud/decide-flags.ts",
  "app/flows/health/check-arrivals.ts",
  "app/flows/health/check-configuration.ts",
  "app/flows/health/check-platform.ts",
  "app/flows/health/check-seal.ts",
  "app/flows/health/note-token.ts",
  "app/flows/health/run-checks.ts",
  "app/flows/health/send-test-email.ts",
  "app/flows/intake/import-orders.ts",
  "app/flows/intake/notices.ts",
  "app/flows/intake/process-deliveries.ts",
  "app/flows/intake/receive-delivery.ts",
  "app/flows/intake/refetch-order.ts",
  "app/flows/operation/check-ready.ts",
  "app/flows/payouts/receive-notice.ts",
  "app/flows/privacy/answer-data-request.ts",
  "app/flows/settlement/apply-news.ts",
  "app/flows/shops/complete-install.ts",
  "app/flows/shops/uninstall-shop.ts",
]);

const files = globSync("app/{domain,flows,store}/**/*.ts")
  .filter((file) => !data.has(file))
  .toSorted();

const found = new Map(files.map((file) => [file, sentencesIn(file, readFileSync(file, "utf8"))]));

test("domain, flows and store say nothing in sentences, which belong to the catalogs", () => {
  const said = files
    .filter((file) => !open.has(file))
    .flatMap((file) => (found.get(file) ?? []).map(({ line, text }) => `${file}:${line} ${text}`));
  expect(said).toEqual([]);
});

test("every file that may still have sentences has some", () => {
  expect([...open].filter((file) => (found.get(file) ?? []).length === 0)).toEqual([]);
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
