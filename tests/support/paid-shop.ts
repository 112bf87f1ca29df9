import type { AffiliateId, PayoutSectionId, PaymentId } from "#app/domain/ids.ts";
import { type PaymentState, startEntries } from "#app/domain/payouts/payment.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { coverPayments } from "#app/flows/payouts/cover-payments.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { postEntries } from "#app/store/ledger.ts";
import { payoutSections, payoutPayments } from "#app/store/schema/payouts.ts";
import { postSteps } from "./booked.ts";
import { insertEmptyPayout } from "./section.ts";
import { addAffiliate, type SellingShop } from "./selling-shop.ts";

const plannedAt = new Date("2026-03-04T00:00:00Z");
export const sentAt = new Date("2026-03-05T00:00:00Z");

export type PaidPayment = { readonly paymentId: PaymentId; readonly affiliateId: AffiliateId };

type Paying = { amountMinor?: bigint; method?: PayoutMethod; withheldMinor?: bigint; currency?: string };

/** A section of payouts whose payments were sent and then came to these states, with all that was posted for it. */
export async function createPaidSection(
  shop: SellingShop,
  states: readonly (Exclude<PaymentState, "planned" | "sending"> | "planned")[],
  { amountMinor = 1000n, method = "paypal", withheldMinor = 0n, currency = "USD" }: Paying = {},
): Promise<{ sectionId: PayoutSectionId; payments: PaidPayment[] }> {
  const { shopId } = shop;
  const sectionId = newId<PayoutSectionId>("pob", plannedAt);
  const by = { kind: "staff", id: "7", name: "Ada", email: null } as const;
  const payoutId = await inTransaction((tx) =>
    insertEmptyPayout(tx, shopId, { createdBy: by, createdAt: plannedAt }),
  );
  await db()
    .insert(payoutSections)
    .values({
      shopId,
      sectionId,
      payoutId,
      method,
      currency,
      status: "sending",
      createdBy: by,
      createdAt: plannedAt,
      confirmedBy: by,
      confirmedAt: plannedAt,
      paymentCount: states.length,
      totalMinor: amountMinor * BigInt(states.length),
    });
  const payments: PaidPayment[] = [];
  for (const state of states) {
    const { affiliateId } = await addAffiliate(shop);
    const paymentId = newId<PaymentId>("pit", plannedAt);
    const owed = [
      "2026-03-01T00:00:00Z",
      "adjusted",
      "expense",
      "payable",
      amountMinor + withheldMinor,
    ] as const;
    await postSteps({ ...shop, affiliateId }, [owed], currency);
    const posting = { paymentId, affiliateId, currency, amountMinor, withheldMinor, revision: 1 };
    await inTransaction(async (tx) => {
      await tx.insert(payoutPayments).values({
        shopId,
        sectionId,
        method,
        status: "planned",
        receiver: "a…@example.com",
        plannedAt,
        ...posting,
      });
      const postings = startEntries(posting).map((one) => ({ ...one, happenedAt: plannedAt }));
      await postEntries(tx, shopId, postings, plannedAt);
      await coverPayments(tx, shopId, { payments: [posting], cutoffAt: null, now: plannedAt });
      await moveTo(tx, shop, paymentId, state);
    });
    payments.push({ paymentId, affiliateId });
  }
  return { sectionId, payments };
}

async function moveTo(
  tx: Parameters<typeof movePayments>[0],
  { shopId }: SellingShop,
  paymentId: PaymentId,
  state: PaymentState,
): Promise<void> {
  if (state === "planned") return;
  const now = { now: sentAt };
  if (state === "canceled") {
    await movePayments(tx, shopId, [{ paymentId, move: { said: "app", to: "canceled" } }], now);
    return;
  }
  await movePayments(tx, shopId, [{ paymentId, move: { said: "app", to: "sending" } }], now);
  if (state === "sending") return;
  const said =
    state === "checking" || state === "needs_attention"
      ? ({ said: "app", to: state } as const)
      : ({ said: "provider", to: state } as const);
  await movePayments(tx, shopId, [{ paymentId, move: said, happenedAt: sentAt }], now);
}
