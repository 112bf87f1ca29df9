import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { AffiliateId } from "#app/domain/ids.ts";
import type { DiscountDraft } from "#app/domain/codes/discount.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { noteRenaming } from "#app/flows/codes/finish-renames.ts";
import { createStoreDiscount } from "#app/flows/codes/create-discount.ts";
import { runCodeBatch } from "#app/flows/codes/run-batch.ts";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { readNotices } from "#app/jobs/inbox.ts";
import { db } from "#app/platform/db.server.ts";
import { codesOfDiscount, listCodes } from "#app/store/codes.ts";
import { findDiscountRow, listBatches } from "#app/store/discounts.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { findShop } from "#app/store/shops.ts";
import { codesOf } from "../../local-shopify/commerce/redeem-codes.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import { signedHeaders } from "./inbox.ts";
import { openStore } from "./live-store.ts";
import { addAffiliate, dropNotice } from "./selling-shop.ts";

/** A discount of 15 per cent off everything. */
export const draft: DiscountDraft = {
  kind: "percentage",
  percent: "15",
  eachItem: false,
  scope: "all",
  itemIds: [],
  minimum: "none",
  oncePerCustomer: false,
  combinesWith: [],
};

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

/** The id in an answer that has to be good. */
export function idIn(answer: string | Refusal): string {
  if (isRefusal(answer)) throw new Error(answer.reason.code);
  return answer;
}

/** A store that sells for real, with affiliates of these names beside the first one of its program. */
export async function openCodedShop(platform: LocalShopify, names: readonly string[]) {
  const store = await openStore(platform);
  await dropNotice(store);
  const people: AffiliateId[] = [];
  for (const name of names) {
    const { affiliateId } = await addAffiliate(store);
    await db()
      .update(affiliates)
      .set({ name })
      .where(and(eq(affiliates.shopId, store.shopId), eq(affiliates.affiliateId, affiliateId)));
    people.push(affiliateId);
  }
  const shop = await findShop(db(), store.shopId);
  const theirs = platform.store.state.shops[store.domain];
  if (!shop || !theirs) throw new Error("The shop that was just made is not there.");
  const by = { actor: { kind: "staff", id: "7", name: "Ada", email: null } as const, now: new Date() };

  /** Carries what the platform told of discounts to the app, which reads it. */
  async function tell(): Promise<void> {
    for (const { topic, body, id } of store.takePost()) {
      const rawBody = Buffer.from(body);
      await receiveDelivery({
        headers: signedHeaders(store.domain, topic, rawBody, id),
        rawBody,
        now: new Date(),
      });
    }
    while (await readNotices()) continue;
  }

  /** Runs the batches of a discount as the job does. */
  async function runBatches(discountId: string): Promise<void> {
    for (const { batchId } of await listBatches(db(), store.shopId, discountId)) {
      await runCodeBatch({ shopId: store.shopId, batchId }, { now: () => new Date(), pause });
    }
  }

  /** The codes of a discount in our books, with how they stand. */
  const codesIn = async (discountId: string) =>
    (await codesOfDiscount(db(), shop.shopId, discountId)).map((one) => `${one.code} ${one.status}`);

  return {
    ...store,
    shop,
    theirs,
    by,
    people,
    tell,
    runBatches,
    codesIn,
    codesOf: async (affiliateId: AffiliateId) =>
      (await listCodes(db(), shop.shopId, [affiliateId])).map((one) => `${one.code} ${one.status}`),
    discountRow: async (discountId: string) => {
      const row = await findDiscountRow(db(), shop.shopId, discountId);
      expect(row).not.toBeNull();
      return row;
    },
  };
}

/** A shop whose affiliates have a discount of codes by their first names. */
export async function shopWithCodes(platform: LocalShopify, names: readonly string[], change: object = {}) {
  const shop = await openCodedShop(platform, names);
  const wanted = { template: "{FIRSTNAME}15", affiliateIds: shop.people };
  const id = idIn(
    await createStoreDiscount({ shop: shop.shop, ...shop.by }, { draft: { ...draft, ...change }, wanted }),
  );
  await shop.runBatches(id);
  shop.takePost();
  const found = () => shop.theirs.discounts.find((one) => String(one.id) === id);
  const inStore = () => [found()].flatMap((one) => (one ? codesOf(one).map(({ code }) => code) : []));
  const named = (index: number, code: string) => ({ affiliateId: shop.people[index] ?? "", code });
  return { ...shop, id, found, inStore, named };
}

/** When a renaming that was begun now is one that was cut off. */
export const later = () => new Date(Date.now() + 10 * 60_000);

/** As if the process had died once it had written down that Ann's code is to be renamed. */
export async function cutOff(platform: LocalShopify, names: readonly string[]) {
  const shop = await shopWithCodes(platform, names);
  const [affiliateId = ""] = shop.people;
  await noteRenaming({ shop: shop.shop, ...shop.by }, shop.id, {
    former: "ANN15",
    code: "ANNA",
    affiliateId,
  });
  return shop;
}
