/** `npm run backup -- FOLDER`: copies the bundled database to a new folder while the app runs. */
import { join, resolve } from "node:path";
import { backUp } from "../bundled-postgres/backup.ts";
import { StartProblem } from "../bundled-postgres/start-problem.ts";
import { readEnvFile } from "./launch/env-file.ts";

async function main(): Promise<void> {
  readEnvFile();
  const [target, ...more] = process.argv.slice(2);
  if (!target || more.length > 0) throw new StartProblem("Name one new folder: npm run backup -- FOLDER");
  if (process.env["DATABASE_URL"]) {
    throw new StartProblem(
      "DATABASE_URL names your own server. Back it up with its own tools, such as pg_dump.",
    );
  }
  await backUp(join(resolve(process.env["DATA_DIR"] || ".data"), "database"), resolve(target));
  console.log(`Backed up to ${resolve(target)}.`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
