import type { ChangeEffect } from "./terms/compare-terms.ts";

const dayMs = 86_400_000;

export type NoticePeriod = {
  readonly noticeDays: number;
  /** A shorter period, and when it replaces `noticeDays`. */
  readonly nextNoticeDays: number | null;
  readonly nextNoticeFrom: Date | null;
};

/** The days of notice in force at an instant. */
export function noticeDaysAt(
  { noticeDays, nextNoticeDays, nextNoticeFrom }: NoticePeriod,
  now: Date,
): number {
  const hasBegun = nextNoticeFrom !== null && nextNoticeFrom <= now;
  return hasBegun ? (nextNoticeDays ?? noticeDays) : noticeDays;
}

/**
 * A longer notice period starts at once. A shorter one starts after the current one, which affiliates joined
 * with.
 */
export function changeNotice(
  period: NoticePeriod,
  days: number,
  { hasJoined, now }: { hasJoined: boolean; now: Date },
): NoticePeriod {
  const present = noticeDaysAt(period, now);
  if (!hasJoined || days >= present) {
    return { noticeDays: days, nextNoticeDays: null, nextNoticeFrom: null };
  }
  return { noticeDays: present, nextNoticeDays: days, nextNoticeFrom: afterNotice(now, present) };
}

/** When terms start: improvements at once, reductions after the notice period if anybody has joined. */
export function termsStart(change: {
  effect: ChangeEffect;
  hasJoined: boolean;
  noticeDays: number;
  now: Date;
}): Date {
  const { effect, hasJoined, noticeDays, now } = change;
  return effect === "reduction" && hasJoined ? afterNotice(now, noticeDays) : now;
}

/** A day of notice has 24 hours. */
export function afterNotice(now: Date, days: number): Date {
  return new Date(now.getTime() + days * dayMs);
}

/** Reasons for which the store may end something without notice. Affiliates are told the reason. */
export const noNoticeReasons = ["fraud", "legal", "leaked-code"] as const;
export type NoNoticeReason = (typeof noNoticeReasons)[number];

/**
 * When an end of earning applies: after the notice period, or at once for a reason or if nobody has joined.
 */
export function endStart(end: {
  reason: NoNoticeReason | undefined;
  hasJoined: boolean;
  noticeDays: number;
  now: Date;
}): Date {
  const { reason, hasJoined, noticeDays, now } = end;
  return hasJoined && reason === undefined ? afterNotice(now, noticeDays) : now;
}

/** A withdrawal has to be recorded before the start, even if its transaction takes long. */
const withdrawnAtLeastMs = 60_000;

export function canWithdraw(effectiveFrom: Date, now: Date): boolean {
  return effectiveFrom.getTime() - now.getTime() >= withdrawnAtLeastMs;
}
