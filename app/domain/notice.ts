import type { ChangeEffect } from "./terms/compare-terms.ts";

const dayMs = 86_400_000;

export type NoticePeriod = {
  readonly noticeDays: number;
  /** A shorter period, and from when it replaces `noticeDays`. */
  readonly nextNoticeDays: number | null;
  readonly nextNoticeFrom: Date | null;
};

/** The days of notice that hold at an instant. */
export function noticeDaysAt(
  { noticeDays, nextNoticeDays, nextNoticeFrom }: NoticePeriod,
  now: Date,
): number {
  const hasBegun = nextNoticeFrom !== null && nextNoticeFrom <= now;
  return hasBegun ? (nextNoticeDays ?? noticeDays) : noticeDays;
}

/** Affiliates who joined keep their present notice period until it has run, so only a longer one starts at once. */
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

/** A day of notice is a span of 24 hours. */
export function afterNotice(now: Date, days: number): Date {
  return new Date(now.getTime() + days * dayMs);
}

/** Reasons for which the store may end something without notice. The affiliates are told the reason. */
export const noNoticeReasons = ["fraud", "legal", "leaked-code"] as const;
export type NoNoticeReason = (typeof noNoticeReasons)[number];

/** When the end of something that earns applies: after the notice, or at once for a reason or where nobody joined. */
export function endStart(end: {
  reason: NoNoticeReason | undefined;
  hasJoined: boolean;
  noticeDays: number;
  now: Date;
}): Date {
  const { reason, hasJoined, noticeDays, now } = end;
  return hasJoined && reason === undefined ? afterNotice(now, noticeDays) : now;
}

/** Withdrawals have to be recorded before the start, also if their transaction takes its time. */
const withdrawnAtLeastMs = 60_000;

export function canWithdraw(effectiveFrom: Date, now: Date): boolean {
  return effectiveFrom.getTime() - now.getTime() >= withdrawnAtLeastMs;
}
