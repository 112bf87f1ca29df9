import { reportNames } from "#app/domain/report.ts";
import { type Bench, BenchProblem, type Figure, type Measured, type Worker } from "../figure.ts";
import { type LargeShop, seedLargeShop } from "../large-shop.ts";
import { alternate } from "../rounds.ts";
import type { Question, ReportReading } from "../workers/report-reader.ts";

const few = 10_000;
const questions: readonly Question[] = ["dashboard", ...reportNames];

function many({ quick }: Bench): number {
  return quick ? 1_000_000 : 10_000_000;
}

type Reader = { readonly shopId: string; readonly worker: Worker };

function readerOf(bench: Bench, { databaseUrl, seeded }: LargeShop): Reader {
  return { shopId: seeded.shopId, worker: bench.startWorker("workers/report-reader.ts", databaseUrl) };
}

async function ask({ worker }: Reader, reading: ReportReading): Promise<number | null> {
  return (await worker.ask(reading)) as number | null;
}

/** Proves that the rows made by SQL equal those that the app would have kept. */
async function requireAgreement(reader: Reader): Promise<void> {
  const wrong = await ask(reader, { kind: "verify", shopId: reader.shopId });
  if (wrong !== 0) throw new BenchProblem(`${wrong} sums of the shop do not follow from its orders.`);
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

const shown = (ms: number | null) => (ms === null ? "more than 8,000" : ms.toFixed(1));

async function measure(bench: Bench): Promise<Measured> {
  const small = readerOf(bench, await seedLargeShop(bench, few));
  await requireAgreement(small);
  const large = readerOf(bench, await seedLargeShop(bench, many(bench)));
  const found: Measured[] = [];
  for (const of of questions) {
    const side = (reader: Reader) => async () =>
      Number(await ask(reader, { kind: "kept", shopId: reader.shopId, of, times: 20 }));
    const sides = { value: side(large), baseline: side(small) };
    // One question after the other: what one costs is asked.
    /* oxlint-disable no-await-in-loop */
    await alternate(1, sides);
    const measured = await alternate(bench.quick ? 5 : 9, sides);
    const plain = await ask(large, { kind: "orders", shopId: large.shopId, of });
    /* oxlint-enable no-await-in-loop */
    const { value, baseline } = measured;
    const ratio = (value / baseline).toFixed(2);
    say(
      `${of}: ${shown(value)} ms against ${shown(baseline)} (${ratio}); from the orders ${shown(plain)} ms`,
    );
    found.push(measured);
  }
  const [worst] = found.toSorted((a, b) => b.value / b.baseline - a.value / a.baseline);
  if (!worst) throw new BenchProblem("Nothing was asked.");
  return worst;
}

export const reportGrowth: Figure = {
  id: "report.growth",
  title:
    "The dashboard or report that grows most with 10,000,000 orders (quick: 1,000,000), against 10,000; each is printed",
  unit: "ms/read",
  aim: { most: 1.5 },
  measure,
};
