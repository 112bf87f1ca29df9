import { type Attribution, type AttributionRules, signalOf } from "./attribution.ts";
import type { ExplainedCandidate } from "./explanation.ts";
import { epochMs } from "./instant.ts";
import type { Reason } from "./reasons.ts";

export type JudgedOrder = {
  readonly createdAt: string;
  readonly touch: AttributionRules["touch"];
};

type JudgedSignal = Pick<ExplainedCandidate, "kind" | "signal" | "at" | "reason" | "windowDays">;

const minuteMs = 60_000;
const codeKinds: ReadonlySet<string> = new Set(["code", "landing", "tag"]);

/**
 * Reason for which a signal won or lost.
 * @throws InstantFormatError
 */
export function signalReason(
  { kind, signal, at, reason: code, windowDays }: JudgedSignal,
  affiliate: string | undefined,
  { createdAt, touch }: JudgedOrder,
): Reason {
  if (kind !== "click" && kind !== "pixel") {
    return { code, affiliate, ...(codeKinds.has(kind) && { discountCode: signal }) };
  }
  const minutesBefore = at === null ? undefined : Math.floor((epochMs(createdAt) - epochMs(at)) / minuteMs);
  return { code, affiliate, touch, minutesBefore, windowDays };
}

/**
 * Reason of an order's credit, with the values of the signal that it is about.
 * @throws InstantFormatError
 */
export function orderReason(
  code: string,
  { winner, candidates }: Attribution,
  { affiliate, by, ...order }: JudgedOrder & Pick<Reason, "affiliate" | "by">,
): Reason {
  if (code === "reassigned") return { code, affiliate, by };
  if (code === "cap-reached") return { code, period: winner?.version.terms.caps.perAffiliate?.period };
  const about = candidates.find((one) => one.reason === code && (one.won || winner === null));
  if (!about) return { code, affiliate };
  const { evidence, reason, windowDays } = about;
  const signal = { kind: evidence.kind, signal: signalOf(evidence), at: evidence.at, reason };
  return signalReason({ ...signal, ...(windowDays !== undefined && { windowDays }) }, affiliate, order);
}

export const dayMinutes = 24 * 60;

/** A time in its largest unit, rounded down. Less than two days are hours. */
export function spanOf(minutes: number): { unit: "moment" | "minutes" | "hours" | "days"; count: number } {
  if (minutes < 1) return { unit: "moment", count: 0 };
  if (minutes < 60) return { unit: "minutes", count: minutes };
  if (minutes < 2 * dayMinutes) return { unit: "hours", count: Math.floor(minutes / 60) };
  return { unit: "days", count: Math.floor(minutes / dayMinutes) };
}
