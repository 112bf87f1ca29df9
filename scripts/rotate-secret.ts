/**
 * `npm run rotate-secret`: seals everything anew that is still under APP_SECRET_PREVIOUS, while the app runs. It may be
 * run again at any time; 1 when a value opens with neither secret.
 */
import { requireOwnSeal } from "../app/flows/health/check-seal.ts";
import { resealAll } from "../app/flows/health/reseal.ts";
import { now } from "../app/platform/clock.ts";
import { closeDatabase } from "../app/platform/db.server.ts";
import { env } from "../app/platform/env.server.ts";
import { readEnvFile } from "./launch/env-file.ts";

async function main(): Promise<void> {
  readEnvFile();
  if (env().APP_SECRET_PREVIOUS === undefined) {
    throw new Error("APP_SECRET_PREVIOUS is not set: give the APP_SECRET that was in use before.");
  }
  await requireOwnSeal(now());
  const done = await resealAll(now());
  await closeDatabase();
  for (const { place, resealed, unreadable } of done) {
    const left = unreadable > 0 ? `, ${unreadable} left: they open with neither secret` : "";
    console.log(`${place}: ${resealed}${left}`);
  }
  const total = done.reduce((sum, { resealed }) => sum + resealed, 0);
  const isLeft = done.some(({ unreadable }) => unreadable > 0);
  console.log(
    `${total} ${total === 1 ? "value is" : "values are"} sealed anew. ` +
      (isLeft
        ? "Keep APP_SECRET_PREVIOUS: see step 3 of Replacing a secret in docs/deploying.md."
        : "Next: step 4 of Replacing a secret in docs/deploying.md."),
  );
  process.exitCode = isLeft ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
