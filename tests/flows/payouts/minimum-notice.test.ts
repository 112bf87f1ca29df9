import { beforeEach, expect, test } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { updateProgram } from "#app/flows/programs/update-program.ts";
import { db } from "#app/platform/db.server.ts";
import { payoutLimitsOf } from "#app/store/payout-settings.ts";
import { addProgram, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const now = new Date();
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

let selling: SellingShop;

beforeEach(async () => {
  selling = await makeSellingShop();
});

const shop = () => ({ ...selling, currency: "USD", timeZone: "UTC" });

/** Sets the minimum so many days ago, and answers the limits of today. */
async function setMinimum(minimumMinor: bigint, days = 0) {
  const limits = [{ currency: "USD", minimumMinor, approvalMinor: null }];
  const by = { actor, now: later(-days) };
  expect(await changePayoutSettings({ shop: shop(), ...by }, { ...usualSettings, limits })).toBeNull();
  return await limitOfToday();
}

async function limitOfToday() {
  const [limit] = await payoutLimitsOf(db(), selling.shopId);
  return limit;
}

test("a higher minimum payout starts after the longest notice period of the active programs", async () => {
  expect(await setMinimum(5000n)).toMatchObject({
    minimumMinor: 0n,
    nextMinimum: { minor: 5000n, from: later(14) },
  });
  // A program that nobody joined gives no notice.
  const programId = await addProgram(selling.shopId);
  await updateProgram({ shop: shop(), actor, now }, programId, { noticeDays: 60 });
  await updateProgram({ shop: shop(), actor, now }, selling.programId, { noticeDays: 30 });
  expect((await setMinimum(6000n))?.nextMinimum).toEqual({ minor: 6000n, from: later(30) });
});

test("a higher minimum payout applies once the notice period is over", async () => {
  expect(await setMinimum(5000n, 15)).toMatchObject({ minimumMinor: 5000n, nextMinimum: null });
});

test("saving a waiting minimum once more does not restart its notice period", async () => {
  await setMinimum(5000n, 4);
  expect((await setMinimum(5000n))?.nextMinimum?.from).toEqual(later(10));
});

test("a lower minimum payout starts at once and ends a waiting one", async () => {
  await setMinimum(5000n, 20);
  await setMinimum(8000n);
  expect(await setMinimum(4000n)).toMatchObject({ minimumMinor: 4000n, nextMinimum: null });
});

test("a higher minimum payout waits for programs that end later and affiliates who leave later", async () => {
  const { shopId, programId, affiliateId } = selling;
  await updateProgram({ shop: shop(), actor, now }, programId, { status: "paused" });
  await updateAffiliate({ shop: { shopId }, actor, now }, affiliateId, { programIds: [] });
  expect((await setMinimum(5000n))?.nextMinimum).toEqual({ minor: 5000n, from: later(14) });
});
