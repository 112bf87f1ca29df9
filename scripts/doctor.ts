/**
 * `npm run doctor`: what the app needs to work, a line for each check; 1 when one failed. It needs no running app.
 * `-- --shop DOMAIN` checks that store's side, `--config FILE` another file than shopify.app.toml, and `--email ADDRESS`
 * sends a test email there.
 */
import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { addressOf } from "../bundled-postgres/backup.ts";
import { StartProblem } from "../bundled-postgres/start-problem.ts";
import { isRefusal } from "../app/domain/refusal.ts";
import { messageOf } from "#app/i18n/fault-words.ts";
import type { HealthCheckWords } from "../app/contracts/health.ts";
import { healthWords } from "../app/http/health-words.ts";
import { chooseShop } from "../app/flows/health/choose-shop.ts";
import { runChecks } from "../app/flows/health/run-checks.ts";
import { sendTestEmail } from "../app/flows/health/send-test-email.ts";
import { now } from "../app/platform/clock.ts";
import { closeDatabase } from "../app/platform/db.server.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { readEnvFile } from "./launch/env-file.ts";

/** Where nothing listens, so that only the line about the database fails. */
const nowhere = "postgresql://127.0.0.1:1/bundled";

/** The bundled PostgreSQL's address while `npm start` runs it. */
function bundledAddress(): string {
  const folder = join(resolve(process.env["DATA_DIR"] || ".data"), "database");
  try {
    return existsSync(folder) ? addressOf(realpathSync(folder)) : nowhere;
  } catch (error) {
    if (error instanceof StartProblem) return nowhere;
    throw error;
  }
}

const words = { ok: "ok", warning: "warn", failed: "FAILED", unknown: "-" } as const;

function lineOf({ title, state, meaning, next }: HealthCheckWords): string {
  const line = `${words[state].padEnd(7)} ${title.padEnd(24)} ${meaning}`;
  return next === null ? line : `${line}\n${" ".repeat(33)}${next}`;
}

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { shop: text, email: text, config: text } });
  readEnvFile();
  process.env["LOG_LEVEL"] = "silent";
  process.env["DATABASE_URL"] ||= bundledAddress();
  const read = parseEnv(process.env);
  if ("problems" in read) {
    for (const problem of read.problems) console.log(`${words.failed.padEnd(7)} Environment: ${problem}`);
    process.exitCode = 1;
    return;
  }
  const shop = await chooseShop(values.shop ?? null);
  if (shop !== null) console.log(`Store: ${shop.domain}`);
  else console.log("No store is known: none has the app, or the database is away.");
  const checks = await runChecks({ shop, now: now(), proxies: null, config: values.config ?? null });
  for (const check of healthWords(checks)) console.log(lineOf(check));
  let isFailed = checks.some(({ state }) => state === "failed");
  if (values.email !== undefined) {
    const refusal = await sendTestEmail(values.email);
    console.log(isRefusal(refusal) ? messageOf(refusal.reason) : `A test email was sent to ${values.email}.`);
    isFailed ||= isRefusal(refusal);
  }
  await closeDatabase();
  process.exitCode = isFailed ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
