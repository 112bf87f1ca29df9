import { afterAll, beforeAll, expect, it } from "vitest";
import { makePayees } from "../../support/planned-payouts.ts";
import { feesOf, judgeRun, judgeShop } from "./judge-paypal.ts";
import { mortalSteps } from "./mortal-process.ts";
import { type Counts, runPaypal } from "./paypal-run.ts";
import { type PaypalWorld, startPaypalWorld } from "./paypal-world.ts";

const runs = Number(process.env["PAYOUT_RUNS"] ?? 20);
const firstSeed = Number(process.env["PAYOUT_SEED"] ?? 1);

let world: PaypalWorld;
let stepsOut: () => void;
beforeAll(async () => {
  world = await startPaypalWorld();
  stepsOut = mortalSteps();
});
afterAll(async () => {
  stepsOut();
  await world.close();
});

it("fifty affiliates are paid once by PayPal's own books, whatever dies and whatever PayPal does", async () => {
  const counts: Counts = new Map();
  const name = `${process.pid}-${Date.now()}`;
  const shop = await makePayees(50, (index) => ({ kind: "paypal", email: `p${index}-${name}@pay.example` }));
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const end = await runPaypal(seed, { world, shop, counts });
    expect(await judgeRun(world, shop, end), `seed ${seed}`).toEqual([]);
  }
  expect(await judgeShop(world, shop)).toEqual([]);
  const [here, there] = await feesOf(world, shop);
  expect(here).toBe(there);
  console.info(
    [...counts]
      .toSorted()
      .map(([what, times]) => `${times} × ${what}`)
      .join("\n"),
  );
}, 600_000);
