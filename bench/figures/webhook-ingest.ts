import type { Bench, Figure } from "../figure.ts";
import { load } from "../load.ts";
import { alternate } from "../rounds.ts";
import { countDeliveries, delivery, seedSenders } from "./webhook-remix.ts";

async function measure(bench: Bench) {
  const databaseUrl = await bench.newDatabase();
  await seedSenders(databaseUrl);
  const origins = {
    value: await bench.startIngest(databaseUrl),
    baseline: await bench.startBare(databaseUrl),
  };
  let accepted = 0;
  let number = 0;
  async function run(side: keyof typeof origins): Promise<number> {
    const answered = await load({
      origin: origins[side],
      next: () => delivery("/webhooks", (number += 1)),
      concurrency: 64,
      seconds: bench.quick ? 2 : 6,
      mostRequests: 100_000,
    });
    if (side === "value") accepted += answered.requests;
    return answered.perSecond;
  }
  const sides = { value: () => run("value"), baseline: () => run("baseline") };
  await alternate(2, sides);
  const measured = await alternate(bench.quick ? 3 : 5, sides);
  const kept = await countDeliveries(databaseUrl);
  if (kept !== accepted) throw new Error(`${accepted} deliveries were accepted and ${kept} were kept.`);
  return measured;
}

export const webhookIngest: Figure = {
  id: "webhook.ingest",
  title: "POST /webhooks of ingest.ts kept durably, against node:http that only checks the signature",
  unit: "requests/s",
  aim: { least: 0.35 },
  measure,
};
