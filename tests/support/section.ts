import type { Actor } from "#app/domain/actor.ts";
import { idPrefixes, type PayoutSectionId, type PayoutId, type ShopId } from "#app/domain/ids.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { approvePayout, confirmPayout } from "#app/flows/payouts/confirm-section.ts";
import { addPayout } from "#app/flows/payouts/create-payout.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findSection } from "#app/store/payout-requests.ts";
import type { Candidates } from "#app/store/payout-plan.ts";
import { insertPayout, sectionsOf } from "#app/store/payouts.ts";

export type SectionAsked = Candidates & { readonly method: PayoutMethod };
type Seen = { readonly count: number; readonly totalMinor: bigint };
type By = { readonly actor: Actor; readonly now: Date };

/** Creates a payout with one section that is confirmed with these amounts, whatever a preview says; its id. */
export async function startSection(
  shopId: ShopId,
  asked: SectionAsked,
  seen: Seen,
  { actor, now }: By,
): Promise<PayoutSectionId> {
  const queue = await openQueue();
  const sections = [{ ...asked, seen }];
  const by = { confirmedBy: actor, createdBy: actor, now };
  const payoutId = await inTransaction((tx) =>
    addPayout(tx, queue, shopId, { blocked: {}, sections, ...by }),
  );
  const [section] = payoutId === null ? [] : await sectionsOf(db(), shopId, [payoutId]);
  if (!section) throw new Error("The payout was not created.");
  return section.section.sectionId;
}

async function payoutOf(shopId: ShopId, sectionId: string) {
  const section = await findSection(db(), shopId, sectionId);
  if (!section) throw new Error("There is no such section.");
  return section;
}

/** Confirms the payout of one section with these amounts. */
export async function confirmSection(
  shopId: ShopId,
  sectionId: string,
  seen: Seen,
  by: By,
): Promise<Refusal | null> {
  const { payoutId, method, currency } = await payoutOf(shopId, sectionId);
  return await confirmPayout({ shop: { shopId }, ...by }, payoutId, [{ method, currency, ...seen }]);
}

/** The second confirmation of the payout of one section. */
export async function approveSection(shopId: ShopId, sectionId: string, by: By): Promise<Refusal | null> {
  const { payoutId } = await payoutOf(shopId, sectionId);
  return await approvePayout({ shop: { shopId }, ...by }, payoutId);
}

/** An empty payout for a section that a test writes by itself. */
export async function insertEmptyPayout(
  tx: Tx,
  shopId: ShopId,
  { createdBy, createdAt }: { readonly createdBy: Actor; readonly createdAt: Date },
): Promise<PayoutId> {
  const payoutId = newId<PayoutId>(idPrefixes.payout, createdAt);
  await insertPayout(tx, { shopId, payoutId, createdBy, createdAt });
  return payoutId;
}
