import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { type CommissionId, isIdOf, type PaymentId } from "#app/domain/ids.ts";
import { differenceText } from "#app/domain/ledger/difference.ts";
import { entriesForDifference, type Posted, releaseEntries } from "#app/domain/ledger/entries.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { type PaymentMove, movePayments } from "#app/flows/payouts/move-payments.ts";
import { previewSection } from "#app/flows/payouts/preview-section.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { postEntries } from "#app/store/ledger.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { payoutCoverings } from "#app/store/schema/balance-lines.ts";
import { type Chance, chanceOf } from "../../histories/random.ts";
import { enter, newBalance, payable, startPayment } from "../../model/covered-balance.ts";
import { accepted } from "../../support/accepted.ts";
import { addPayees, givePayable, makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { startSection } from "../../support/section.ts";

/** PayPal pays whole forints, so most payments cover their last line in part. */
const currency = "HUF";
const unit = 100;

const dayOf = (day: number) => new Date(Date.UTC(2026, 2, 1 + day, 12));

/** A commission as the test knows it: what it comes to, and what was posted. */
type Commission = { readonly id: CommissionId; posted: Posted; revision: number };

async function makeWorld(chance: Chance) {
  const shop = await makePayingShop([], { currency });
  const [affiliateId] = await addPayees(shop, [0n], { currency });
  if (!affiliateId) throw new Error("There is no payee.");
  const model = newBalance();
  const commissions: Commission[] = [];
  return {
    ...shop,
    affiliateId,
    chance,
    model,
    commissions,
    counts: { payments: 0, deductions: 0, returns: 0 },
  };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** Earns a commission, or refunds or raises one, and releases it. */
async function bring(world: World, commission: Commission, currentMinor: bigint, day: number) {
  const { shopId, affiliateId } = world;
  const before = commission.posted.payableMinor;
  const of = { commissionId: commission.id, affiliateId, currency };
  await inTransaction(async (tx) => {
    commission.revision += 1;
    const { posted, revision } = commission;
    const drafts = entriesForDifference({ ...of, posted, revision, currentMinor });
    const at = dayOf(day);
    await postEntries(
      tx,
      shopId,
      drafts.map((one) => ({ ...one, happenedAt: at })),
      at,
    );
    const more = currentMinor > before ? currentMinor - before : 0n;
    const waiting = { pendingMinor: more, payableMinor: before };
    const released = releaseEntries({ ...of, posted: waiting, revision });
    await postEntries(
      tx,
      shopId,
      released.map((one) => ({ ...one, happenedAt: at })),
      at,
    );
  });
  commission.posted = { pendingMinor: 0n, payableMinor: currentMinor };
  if (currentMinor !== before) enter(world.model, commission.id, Number(currentMinor - before), day);
}

async function change(world: World, day: number) {
  const { chance, commissions, shopId, affiliateId, model } = world;
  if (commissions.length === 0 || chance.is(0.5)) {
    const id = newId<CommissionId>("com", dayOf(day));
    const commission = { id, posted: { pendingMinor: 0n, payableMinor: 0n }, revision: 0 };
    commissions.push(commission);
    return bring(world, commission, BigInt(chance.int(1, 300)), day);
  }
  if (chance.is(0.8)) return bring(world, chance.pick(commissions), BigInt(chance.int(0, 300)), day);
  const amount = chance.int(-200, 200) || 5;
  await givePayable(shopId, affiliateId, BigInt(amount), { currency, at: dayOf(day) });
  enter(model, `adjustment of day ${day}`, amount, day);
}

async function pay(world: World, day: number): Promise<void> {
  const { chance, shopId, ada, model, counts } = world;
  const cutoff = chance.is(0.3) ? chance.int(0, day) : null;
  const cutoffAt = cutoff === null ? null : dayOf(cutoff);
  const asked = { method: "paypal", currency, cutoffAt, chosen: null } as const;
  const now = dayOf(day);
  const { totals } = accepted(await previewSection(shopId, asked, { page: 1, limit: 9 }, now));
  expect(Number(totals.amountMinor)).toBe(payable(model, { cutoff, unit }));
  if (totals.count === 0) return;
  const seen = { count: totals.count, totalMinor: totals.amountMinor };
  const sectionId = await startSection(shopId, asked, seen, { actor: ada, now });
  await runPlan(shopId, sectionId, () => now);
  const [listed] = await listPayments(db(), shopId, { filter: { sectionId }, limit: 1, offset: 0 });
  if (!listed) throw new Error("Nobody is paid.");
  const payment = startPayment(model, listed.paymentId, { cutoff, unit });
  counts.payments += 1;
  if ([...payment.covered.values()].some((amount) => amount < 0)) counts.deductions += 1;
  expect(await coveredIn(listed.paymentId)).toEqual(namedIn(payment.covered));
}

/** Adjustments have ids of the product's own, so they are compared by their amounts. */
function namedIn(covered: ReadonlyMap<string, number>): string[] {
  const names = [...covered].map(([name, amount]) =>
    isIdOf("commission", name) ? `${name} ${amount}` : `adjustment ${amount}`,
  );
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}

async function coveredIn(paymentId: PaymentId): Promise<string[]> {
  const rows = await db().select().from(payoutCoverings).where(eq(payoutCoverings.paymentId, paymentId));
  return namedIn(new Map(rows.map((row) => [row.lineId, Number(row.amountMinor)])));
}

/** The payment goes on: it is settled, canceled, fails, or comes back. */
async function goOn(world: World, day: number): Promise<void> {
  const { chance, model, shopId, counts } = world;
  const payment = model.payments.findLast(
    (one) => one.state === "open" || (one.state === "paid" && chance.is(0.2)),
  );
  if (!payment) return;
  const move = async (...moves: PaymentMove["move"][]) => {
    for (const one of moves) {
      const asked = [{ paymentId: payment.name as PaymentId, move: one }];
      await inTransaction((tx) => movePayments(tx, shopId, asked, { now: dayOf(day) }));
    }
  };
  const sending = { said: "app", to: "sending" } as const;
  if (payment.state === "paid") {
    await move({ said: "provider", to: "returned" });
    payment.state = "back";
    counts.returns += 1;
  } else if (chance.is(0.6)) {
    await move(sending, { said: "provider", to: "paid" });
    payment.state = "paid";
  } else {
    if (chance.is(0.5)) await move({ said: "app", to: "canceled" });
    else await move(sending, { said: "provider", to: chance.is(0.5) ? "returned" : "failed" });
    payment.state = "back";
  }
}

it("payments cover what the model says, whatever is earned, refunded, paid and returned", async () => {
  const sums = { payments: 0, deductions: 0, returns: 0 };
  for (let seed = 1; seed <= 6; seed += 1) {
    const world = await makeWorld(chanceOf(seed));
    for (let day = 0; day < 30; day += 1) {
      const work = world.chance.pick([change, change, pay, goOn]);
      await work(world, day);
    }
    const differences = (await verifyShop(world.shopId)).differences.map(differenceText);
    expect(differences.filter((one) => /^(balance_lines|payout_)/.test(one))).toEqual([]);
    for (const key of ["payments", "deductions", "returns"] as const) sums[key] += world.counts[key];
  }
  expect(sums.payments).toBeGreaterThan(15);
  expect(sums.deductions).toBeGreaterThan(2);
  expect(sums.returns).toBeGreaterThan(0);
});
