import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { makePayees, type PayeeShop } from "../../support/planned-payouts.ts";
import { runCredit } from "./credit-run.ts";
import { merchantMinor } from "./credit-statements.ts";
import { type CreditWorld, creditsOf, startCreditWorld } from "./credit-world.ts";
import { feesOf, judgeRun, judgeShop } from "./judge-paypal.ts";
import { mortalSteps } from "./mortal-process.ts";
import { type Counts, count } from "./counts.ts";
import { type Given, skipped } from "./pay-day.ts";
import { runPaypal } from "./paypal-run.ts";
import { endOtherPayouts, type PaypalWorld, startPaypalWorld } from "./paypal-world.ts";

/** Which runs, and where their cases are counted. */
export type Asked = { readonly firstSeed: number; readonly runs: number; readonly counts: Counts };

/** Fifty payments of each PayPal run, as the affiliates of one shop get them again and again. */
const payees = 50;

/** Each run takes weeks of PayPal's clock, and its certificate lasts ten years. */
const runsOfOneWorld = 50;

/** Runs of PayPal's, one after the other; answers what does not agree, with its seed, or null where all does. */
export async function paypalRuns({ firstSeed, runs, counts }: Asked): Promise<string | null> {
  for (let done = 0; done < runs; done += runsOfOneWorld) {
    const share = { firstSeed: firstSeed + done, runs: Math.min(runsOfOneWorld, runs - done), counts };
    const fault = await oneWorld(share);
    if (fault !== null) return fault;
  }
  return null;
}

async function oneWorld({ firstSeed, runs, counts }: Asked): Promise<string | null> {
  const world = await startPaypalWorld();
  // The queue outlives each of the processes that die here.
  await openQueue();
  const stepsOut = mortalSteps();
  try {
    const name = `${process.pid}-${firstSeed}-${Date.now()}`;
    const shop = await makePayees(payees, (index) => ({
      kind: "paypal",
      email: `p${index}-${name}@pay.example`,
    }));
    const given: Given = new Map();
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const end = await runPaypal(seed, { world, shop, counts, given });
      const faults = [...skipped(end), ...(await judgeRun(world, shop, { end, counts }))];
      if (faults.length > 0) return `Seed ${seed}: ${faults.slice(0, 3).join("; ")}`;
    }
    return await judgePaypal(world, shop, given);
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error);
  } finally {
    stepsOut();
    await world.close();
  }
}

async function judgePaypal(world: PaypalWorld, shop: PayeeShop, given: Given): Promise<string | null> {
  const faults = await judgeShop(world, shop, given);
  const [here, there] = await feesOf(world, shop);
  if (here !== there) faults.push(`The books have fees of ${here}, and PayPal kept ${there}`);
  return faults.length > 0 ? faults.slice(0, 3).join("; ") : null;
}

/** Affiliates of a world of store credit; each has a part of the section of their own. */
const customers = 50;

/** Runs with store credit, where the platform knows no idempotency key. */
export async function creditRuns({ firstSeed, runs, counts }: Asked): Promise<string | null> {
  const world = await startCreditWorld(customers);
  await openQueue();
  await endOtherPayouts();
  const stepsOut = mortalSteps();
  const paid = new Map<string, bigint[]>();
  const given: Given = new Map();
  try {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const end = await runCredit(seed, { world, counts, given });
      for (const one of end.payments) count(counts, `ended as ${one.status}`);
      for (const { affiliateId, amountMinor } of end.payments.filter((one) => one.status === "paid")) {
        paid.set(affiliateId, [...(paid.get(affiliateId) ?? []), amountMinor]);
      }
      const fault = skipped(end)[0] ?? (await judgeCredit(world, paid, given));
      if (fault !== null) return `Seed ${seed}: ${fault}`;
    }
    const { differences } = await verifyShop(world.shop.shopId);
    return differences.length > 0 ? JSON.stringify(differences.slice(0, 3)) : null;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error);
  } finally {
    stepsOut();
    await world.close();
  }
}

/** Each was credited what was planned for them, in that order and nothing else, and the books say the same. */
async function judgeCredit(
  world: CreditWorld,
  paid: ReadonlyMap<string, readonly bigint[]>,
  given: Given,
): Promise<string | null> {
  const credits = creditsOf(world);
  const ids = world.shop.payees.map((one) => one.affiliateId);
  const balances = await balancesOf(db(), world.shop.shopId, ids);
  for (const { affiliateId, account } of world.shop.payees) {
    const customer = account.kind === "store-credit" ? account.customerId : "";
    const booked = credits.get(customer) ?? [];
    const credited = booked.map((one) => one.minor).filter((one) => one !== merchantMinor);
    const amounts = paid.get(affiliateId) ?? [];
    if (credited.join() !== amounts.join()) {
      return `${customer} was credited ${credited.join()}, owed ${amounts.join()}`;
    }
    const paidMinor = amounts.reduce((total, one) => total + one, 0n);
    const payableMinor = (given.get(affiliateId) ?? 0n) - paidMinor;
    const wanted = { paidMinor, payableMinor, inTransitMinor: 0n };
    const fault = unlikeBalance(balances.get(affiliateId)?.[0], wanted);
    if (fault !== null) return `${affiliateId}: ${fault}`;
  }
  return null;
}

type Wanted = { readonly paidMinor: bigint; readonly payableMinor: bigint; readonly inTransitMinor: bigint };
const nothing: Wanted = { paidMinor: 0n, payableMinor: 0n, inTransitMinor: 0n };

function unlikeBalance(found: Wanted | undefined, wanted: Wanted): string | null {
  const { paidMinor, payableMinor, inTransitMinor } = found ?? nothing;
  const said = [paidMinor, payableMinor, inTransitMinor].join(", ");
  const due = [wanted.paidMinor, wanted.payableMinor, wanted.inTransitMinor].join(", ");
  return said === due ? null : `${said} are paid, payable and in transit, and should be ${due}`;
}
