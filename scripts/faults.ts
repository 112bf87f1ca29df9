/**
 * `npm run faults`: puts one wrong thing after the other into a copy of the engine, the ledger or the payouts, and looks
 * whether its recorded seed notices. `npm run faults -- rounds cap` tries only those whose description holds one of the
 * words. With `--search` it looks for the first seed that notices each of them, and records it. Ends with 1 when a fault
 * goes unnoticed.
 */
import { parseArgs } from "node:util";
import { startBundledPostgres } from "../bundled-postgres/start.ts";
import { type Fault, faultKey } from "../tests/faults/fault.ts";
import { FaultProcess } from "../tests/faults/fault-process.ts";
import { faults } from "../tests/faults/list.ts";
import { readSeeds, writeSeeds } from "../tests/faults/seeds.ts";
import { searchSeed, tryFault } from "../tests/faults/try-fault.ts";

const { values, positionals: words } = parseArgs({
  options: { search: { type: "boolean", default: false } },
  allowPositionals: true,
});
const seeds = readSeeds();

async function look(looking: FaultProcess, fault: Fault): Promise<string | null> {
  if (!values.search) return tryFault(looking, fault, seeds);
  const found = await searchSeed(looking, fault);
  if (typeof found === "string") return found;
  console.log(`seed ${found} notices  ${faultKey(fault)}`);
  seeds.set(faultKey(fault), found);
  writeSeeds(seeds);
  return null;
}

async function main(): Promise<number> {
  const wanted = faults.filter(
    ({ what }) => words.length === 0 || words.some((word) => what.toLowerCase().includes(word.toLowerCase())),
  );
  const { migrate } = await import("../app/platform/migrate.server.ts");
  const database = await startBundledPostgres();
  const looking = new FaultProcess(database.url);
  const missed: string[] = [];
  try {
    await migrate(database.url);
    for (const fault of wanted) {
      const wrong = await look(looking, fault);
      console.log(
        `${wrong === null ? "noticed" : "MISSED "}  ${faultKey(fault)}${wrong ? `\n  ${wrong}` : ""}`,
      );
      if (wrong !== null) missed.push(fault.what);
    }
  } finally {
    looking.stop();
    await database.stop();
  }
  console.log(`${wanted.length - missed.length} of ${wanted.length} faults noticed.`);
  return missed.length > 0 ? 1 : 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
