import type { RowCode } from "#app/domain/imports/outcomes.ts";
import { type Money, moneyText, toPercent } from "#app/domain/money.ts";
import type { Reason } from "#app/domain/reasons.ts";
import type { ComparisonReason, NamedSignal } from "#app/domain/shadow/comparison.ts";
import { signalName } from "./signal-words.ts";
import type { TextFunction } from "./text-function.ts";

export type ComparisonWriter = {
  readonly t: TextFunction<"shadow">;
  readonly amount: (money: ReturnType<typeof moneyText>) => string;
  readonly day: (day: string) => string;
  /** A fault of a cell, in the words of imports. */
  readonly cell: (code: RowCode) => string;
  readonly reason: (reason: Reason) => string;
  /** Name of an affiliate of the store. */
  readonly affiliate: (affiliateId: string) => string;
};

const percent = (bps: number): string => `${toPercent(bps)}%`;

type Write<Code extends ComparisonReason["code"]> = (
  reason: Extract<ComparisonReason, { readonly code: Code }>,
  writer: ComparisonWriter & { readonly money: (minor: bigint) => string },
) => string;

/** Reasons whose texts have values. */
const written = {
  within_rounding: ({ lines }, { t }) => t("reasons.within_rounding", { lines }),
  counted_with: ({ row }, { t }) => t("reasons.counted_with", { row }),
  refunded_here: ({ earnedMinor }, { t, money }) =>
    t("reasons.refunded_here", { amount: money(earnedMinor) }),
  earns_nothing: ({ reason: code, earnedMinor }, { t, money, reason }) =>
    earnedMinor === 0n
      ? t("reasons.earns_nothing_ever", { reason: reason({ code }) })
      : t("reasons.earns_nothing", { reason: reason({ code }), amount: money(earnedMinor) }),
  rate: ({ hereBps, thereBps, baseMinor }, { t, money }) =>
    t("reasons.rate", { here: percent(hereBps), there: percent(thereBps), amount: money(baseMinor) }),
  rate_there: ({ thereBps, baseMinor }, { t, money }) =>
    t("reasons.rate_there", { there: percent(thereBps), amount: money(baseMinor) }),
  excluded: ({ title, lines }, { t }) => t("reasons.excluded", { title, lines }),
  counts_there: ({ part }, { t }) => t(`reasons.counts_there.${part}`),
  counts_here: ({ part }, { t }) => t(`reasons.counts_here.${part}`),
  other_affiliate: (reason, writer) => otherAffiliateText(reason, writer),
  signal_fails: ({ signal, reason: code }, writer) =>
    writer.t("reasons.signal_fails", {
      signal: signalText(signal, writer),
      reason: writer.reason({ code }),
    }),
  not_in_file: ({ signal }, writer) =>
    writer.t("reasons.not_in_file", { signal: signalText(signal, writer) }),
  other_in_file: ({ signal }, writer) =>
    writer.t("reasons.other_in_file", { signal: signalText(signal, writer) }),
  before_start: ({ day }, writer) => writer.t("reasons.before_start", { day: writer.day(day) }),
  order_currency: ({ currency }, { t }) => t("reasons.order_currency", { currency }),
  cell: ({ what }, { cell }) => cell(what),
} satisfies { readonly [Code in ComparisonReason["code"]]?: Write<Code> };

type Written = Extract<ComparisonReason, { readonly code: keyof typeof written }>;

function isWritten(reason: ComparisonReason): reason is Written {
  return Object.hasOwn(written, reason.code);
}

/** The term or signal that makes a difference. `currency` is the row's. */
export function comparisonReasonText(
  reason: ComparisonReason,
  currency: string,
  writer: ComparisonWriter,
): string {
  if (!isWritten(reason)) return writer.t(`reasons.${reason.code}`);
  const money = (minor: bigint) => writer.amount(moneyText({ minor, currency } satisfies Money));
  const write = written[reason.code] as Write<Written["code"]>;
  return write(reason, { ...writer, money });
}

function otherAffiliateText(
  { affiliateId, signal, own }: ComparisonReason & { readonly code: "other_affiliate" },
  writer: ComparisonWriter,
): string {
  const { t } = writer;
  const values = { affiliate: writer.affiliate(affiliateId), signal: signalText(signal, writer) };
  if (own === null) return t("reasons.other_affiliate", values);
  const seen = { own: signalText(own, writer), reason: writer.reason({ code: own.reason }) };
  return t("reasons.other_affiliate_seen", { ...values, ...seen });
}

/** Kinds whose names are codes that people know. */
const codeKinds: ReadonlySet<string> = new Set(["code", "landing", "tag"]);

function signalText(named: NamedSignal | null, { t }: ComparisonWriter): string {
  if (named === null) return t("signal.none");
  const signal = signalName(named.kind).toLowerCase();
  return codeKinds.has(named.kind) && named.name !== ""
    ? t("signal.named", { signal, name: named.name })
    : signal;
}
