import type { AffiliateId, PayoutBatchId, PayoutItemId } from "#app/domain/ids.ts";
import { type ItemState, startEntries } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { coverItems } from "#app/flows/payouts/cover-items.ts";
import { moveItems } from "#app/flows/payouts/move-items.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { postTransfers } from "#app/store/ledger.ts";
import { payoutBatches, payoutItems } from "#app/store/schema/payouts.ts";
import { postSteps } from "./booked.ts";
import { insertEmptyPayout } from "./section.ts";
import { addAffiliate, type SellingShop } from "./selling-shop.ts";

const plannedAt = new Date("2026-03-04T00:00:00Z");
export const sentAt = new Date("2026-03-05T00:00:00Z");

export type PaidItem = { readonly itemId: PayoutItemId; readonly affiliateId: AffiliateId };

type Paying = { amountMinor?: bigint; method?: PayoutMethod; withheldMinor?: bigint; currency?: string };

/** A batch of payouts whose items were sent and then came to these states, with all that was posted for it. */
export async function makePaidBatch(
  shop: SellingShop,
  states: readonly (Exclude<ItemState, "planned" | "sending"> | "planned")[],
  { amountMinor = 1000n, method = "paypal", withheldMinor = 0n, currency = "USD" }: Paying = {},
): Promise<{ batchId: PayoutBatchId; items: PaidItem[] }> {
  const { shopId } = shop;
  const batchId = newId<PayoutBatchId>("pob", plannedAt);
  const by = { kind: "staff", id: "7", name: "Ada", email: null } as const;
  const payoutId = await inTransaction((tx) =>
    insertEmptyPayout(tx, shopId, { createdBy: by, createdAt: plannedAt }),
  );
  await db()
    .insert(payoutBatches)
    .values({
      shopId,
      batchId,
      payoutId,
      method,
      currency,
      status: "sending",
      createdBy: by,
      createdAt: plannedAt,
      confirmedBy: by,
      confirmedAt: plannedAt,
      itemCount: states.length,
      totalMinor: amountMinor * BigInt(states.length),
    });
  const items: PaidItem[] = [];
  for (const state of states) {
    const { affiliateId } = await addAffiliate(shop);
    const itemId = newId<PayoutItemId>("pit", plannedAt);
    const owed = [
      "2026-03-01T00:00:00Z",
      "adjusted",
      "expense",
      "payable",
      amountMinor + withheldMinor,
    ] as const;
    await postSteps({ ...shop, affiliateId }, [owed], currency);
    const posting = { itemId, affiliateId, currency, amountMinor, withheldMinor, revision: 1 };
    await inTransaction(async (tx) => {
      await tx.insert(payoutItems).values({
        shopId,
        batchId,
        method,
        status: "planned",
        receiver: "a…@example.com",
        plannedAt,
        ...posting,
      });
      const postings = startEntries(posting).map((one) => ({ ...one, happenedAt: plannedAt }));
      await postTransfers(tx, shopId, postings, plannedAt);
      await coverItems(tx, shopId, { payments: [posting], cutoffAt: null, now: plannedAt });
      await moveTo(tx, shop, itemId, state);
    });
    items.push({ itemId, affiliateId });
  }
  return { batchId, items };
}

async function moveTo(
  tx: Parameters<typeof moveItems>[0],
  { shopId }: SellingShop,
  itemId: PayoutItemId,
  state: ItemState,
): Promise<void> {
  if (state === "planned") return;
  const now = { now: sentAt };
  if (state === "cancelled") {
    await moveItems(tx, shopId, [{ itemId, move: { said: "app", to: "cancelled" } }], now);
    return;
  }
  await moveItems(tx, shopId, [{ itemId, move: { said: "app", to: "sending" } }], now);
  if (state === "sending") return;
  const said =
    state === "unknown" || state === "person"
      ? ({ said: "app", to: state } as const)
      : ({ said: "provider", to: state } as const);
  await moveItems(tx, shopId, [{ itemId, move: said, happenedAt: sentAt }], now);
}
