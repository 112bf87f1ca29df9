import { statusAfterConfirmation, isAsExpected } from "#app/domain/payouts/section.ts";
import { needsSecondPerson } from "#app/domain/payouts/settings.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Queue } from "#app/queue/queue.server.ts";
import { changeSection, type PayoutSection } from "#app/store/payout-requests.ts";
import { payoutLimitOf } from "#app/store/payout-settings.ts";
import { lockSections } from "#app/store/payouts.ts";

const isCanceled = ({ status }: PayoutSection) => status === "canceling" || status === "canceled";

/**
 * Continues a payout once all its sections are planned. If their amounts are as confirmed, they are sent; otherwise
 * all of them wait for a person. The caller has locked the payout.
 */
export async function settlePlan(
  tx: Tx,
  queue: Queue,
  { shopId, payoutId }: Pick<PayoutSection, "shopId" | "payoutId">,
): Promise<void> {
  const sections = (await lockSections(tx, shopId, payoutId)).filter((one) => !isCanceled(one));
  if (sections.some(({ status }) => status === "planning")) return;
  const isConfirmed = sections.every(isAsExpected);
  const needsApproval = await needsSecondConfirmation(tx, sections);
  for (const { sectionId, paymentCount, status, ...section } of sections) {
    if (status !== "planned") continue;
    const confirmedBy = isConfirmed ? section.confirmedBy : null;
    const next = statusAfterConfirmation({ paymentCount, confirmedBy, needsApproval, approvedBy: null });
    await changeSection(tx, shopId, sectionId, {
      status: next,
      needsApproval,
      confirmedBy,
      confirmedAt: confirmedBy ? section.confirmedAt : null,
    });
    if (next === "sending") await queue.send(tx, "send-payouts", { shopId, sectionId });
  }
}

/** True if the sections together pay more of a currency than one person may confirm. */
export async function needsSecondConfirmation(tx: Tx, sections: readonly PayoutSection[]): Promise<boolean> {
  const totals = new Map<string, bigint>();
  for (const { currency, totalMinor } of sections) {
    totals.set(currency, (totals.get(currency) ?? 0n) + totalMinor);
  }
  const [first] = sections;
  for (const [currency, totalMinor] of totals) {
    if (first && needsSecondPerson(totalMinor, await payoutLimitOf(tx, first.shopId, currency))) return true;
  }
  return false;
}
