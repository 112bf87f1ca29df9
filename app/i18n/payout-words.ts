import { type NotPaidReason, notPaidReasons, type ReasonCount } from "#app/domain/payouts/eligible.ts";
import type { NextStep, SectionReason } from "#app/domain/payouts/section-state.ts";
import { payouts } from "./en/admin/payouts.ts";
import { storedMessage } from "./fault-words.ts";
import { textsOf } from "./message.ts";

const t = textsOf("payouts", payouts);

/** Why an affiliate is skipped, in a merchant's words. */
export function notPaidWords(reason: NotPaidReason): string {
  return t(`notPaid.${reason}`);
}

/** "No payout details (2), PayPal isn't connected (1)". */
export function skippedWords(counts: readonly ReasonCount[]): string {
  const sums = notPaidReasons.flatMap((reason) => {
    const own = counts.filter((one) => one.reason === reason);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0 ? [] : [`${notPaidWords(reason)} (${count})`];
  });
  return sums.join(", ");
}

/** Why a section waits, what happens, or how it ended. '' if its state says all. */
export function sectionReasonWords(reason: SectionReason | null): string {
  if (reason === null) return "";
  if (reason.code === "stopped") return storedMessage(reason.error);
  if (reason.code !== "ended") return t(`reasons.${reason.code}`, { count: 0, ...reason });
  const { returned, failed } = reason;
  const parts = [
    returned > 0 ? t("reasons.returned", { count: returned }) : "",
    failed > 0 ? t("reasons.failed", { count: failed }) : "",
  ];
  return parts.filter((one) => one !== "").join(", ");
}

/** Label of the button of the next step. */
export function nextStepWords({ kind }: NextStep, reason: SectionReason | null): string {
  if (reason?.code === "amounts_changed") return t("next.review");
  return t(`next.${kind}`, { count: reason && "count" in reason ? reason.count : 0 });
}
