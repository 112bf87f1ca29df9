import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { storeCreditScopes } from "#app/domain/payouts/method.ts";
import { continueBatches, sendDue } from "#app/flows/payouts/send-due.ts";
import { readNotices } from "#app/jobs/inbox.ts";
import { db } from "#app/platform/db.server.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { findSectionFacts } from "#app/store/payouts.ts";
import { installApp, revokeScopes } from "../../../local-shopify/installation.ts";
import { deliver } from "../../support/inbox.ts";
import { planned } from "../../support/planned-payouts.ts";
import { creditsOf, type CreditWorld, startCreditWorld } from "./credit-world.ts";

let world: CreditWorld;

beforeAll(async () => {
  world = await startCreditWorld(1);
});
afterAll(() => world.close());

function platformShop() {
  const shop = world.platform.ctx.state.shops[world.shop.domain];
  if (!shop) throw new Error("The platform has no such shop.");
  return shop;
}

/** The platform tells the app that its scopes changed, and the app asks which ones it has. */
async function tellScopes(): Promise<void> {
  await deliver(platformShop(), "app/scopes_update", { id: 1 }, randomUUID(), new Date());
  while (await readNotices());
}

async function send(): Promise<void> {
  // The permission has payments tried at the machine's time.
  world.clock.now = new Date(Date.now() + 1_000);
  const time = { now: () => world.clock.now, chance: () => 0.5 };
  await continueBatches(time);
  while (await sendDue(time));
}

const credited = () => [...creditsOf(world).values()].flat().map(({ minor }) => minor);

it("store credit that waits for the permission is given once it is granted, once, without another click", async () => {
  const { ctx } = world.platform;
  const { shopId, payees } = world.shop;
  const [payee] = payees;
  if (!payee) throw new Error("The shop has no affiliate.");
  revokeScopes(ctx, platformShop(), [...storeCreditScopes]);
  await tellScopes();
  const amounts = [{ payee, amountMinor: 840n }];
  const { sectionId, payments } = await planned(world.shop, amounts, {
    now: world.clock.now,
    method: "store_credit",
  });
  const [payment] = payments;
  if (!payment) throw new Error("Nothing was planned.");
  await send();
  expect(await findSectionFacts(db(), shopId, sectionId)).toMatchObject({
    state: "needs_attention",
    waitsFor: "credit_permission",
  });
  expect(credited()).toEqual([]);

  installApp(ctx, platformShop(), [...storeCreditScopes]);
  await tellScopes();
  await send();
  await send();
  expect(credited()).toEqual([840n]);
  expect(await findSectionFacts(db(), shopId, sectionId)).toMatchObject({ state: "paid" });
  expect(await findPayment(db(), shopId, payment.paymentId)).toMatchObject({
    status: "paid",
    providerTransactionId: expect.stringMatching(/^\d+$/) as string,
  });
}, 60_000);
