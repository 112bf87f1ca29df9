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

/** The term or signal that makes a difference. `currency` is the row's. */
export function comparisonReasonText(
  reason: ComparisonReason,
  currency: string,
  writer: ComparisonWriter,
): string {
  const { t, day, cell } = writer;
  const money = (minor: bigint) => writer.amount(moneyText({ minor, currency } satisfies Money));
  const signal = (named: NamedSignal | null) => signalText(named, writer);
  // The others have no values.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (reason.code) {
    case "within_rounding":
      return t("reasons.within_rounding", { lines: reason.lines });
    case "counted_with":
      return t("reasons.counted_with", { row: reason.row });
    case "refunded_here":
      return t("reasons.refunded_here", { amount: money(reason.earnedMinor) });
    case "earns_nothing": {
      const why = writer.reason({ code: reason.reason });
      return reason.earnedMinor === 0n
        ? t("reasons.earns_nothing_ever", { reason: why })
        : t("reasons.earns_nothing", { reason: why, amount: money(reason.earnedMinor) });
    }
    case "rate": {
      const rates = { here: percent(reason.hereBps), there: percent(reason.thereBps) };
      return t("reasons.rate", { ...rates, amount: money(reason.baseMinor) });
    }
    case "rate_there":
      return t("reasons.rate_there", { there: percent(reason.thereBps), amount: money(reason.baseMinor) });
    case "excluded":
      return t("reasons.excluded", { title: reason.title, lines: reason.lines });
    case "counts_there":
    case "counts_here":
      return t(`reasons.${reason.code}.${reason.part}`);
    case "other_affiliate":
      return otherAffiliateText(reason, writer);
    case "signal_fails":
      return t("reasons.signal_fails", {
        signal: signal(reason.signal),
        reason: writer.reason({ code: reason.reason }),
      });
    case "not_in_file":
    case "other_in_file":
      return t(`reasons.${reason.code}`, { signal: signal(reason.signal) });
    case "before_start":
      return t("reasons.before_start", { day: day(reason.day) });
    case "order_currency":
      return t("reasons.order_currency", { currency: reason.currency });
    case "cell":
      return cell(reason.what);
    default:
      return t(`reasons.${reason.code}`);
  }
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
