import { findDecimal, findRateBps, toDecimal, toPercent, WHOLE_BPS } from "../money.ts";
import { amountCell, decimalText } from "../tables/amount-cell.ts";
import type { FlatPay, Pay } from "../terms/terms.ts";
import type { ImportSystem, ImportUse } from "./import-kinds.ts";
import { allSystems } from "./layouts/all-systems.ts";

/** Kinds of rates that files have. An amount is paid per order or per item. */
export const rateKinds = ["percentage", "fixed", "per-item"] as const;
export type RateKind = (typeof rateKinds)[number];

/** A commission rate of a file. */
export type ImportedRate = {
  readonly kind: RateKind;
  /** A percentage or an amount, as a decimal without trailing zeros. */
  readonly value: string;
  /** Currency that the cell names. Null for the store's currency. */
  readonly currency: string | null;
};

/** The rate of a row. Null if it has none, or one that can't be read. */
export function rateIn(cells: (use: ImportUse) => readonly string[], system: ImportSystem) {
  const text = cells("rate")[0] ?? "";
  const words = cells("rateKind").join(" ").toLowerCase();
  const read = amountCell(text.replace("%", " "));
  if (read === null || read.sign === "-" || read.mark !== null) return null;
  const value = decimalOf(read.body);
  if (value === null) return null;
  const isMoney = read.currency !== null || text.includes("$");
  const kind = text.includes("%") ? "percentage" : kindOf(words, isMoney);
  if (kind !== "percentage") return amountRate({ kind, value, currency: read.currency });
  const isFraction = allSystems[system].percentages === "fractions" && !text.includes("%");
  const rateBps = isFraction ? bpsOfFraction(value) : findRateBps(value);
  return percentRate(rateBps);
}

/** A comma before three digits may group them, so such a rate isn't read. */
function decimalOf(body: string): string | null {
  if (!body.includes(",")) return decimalText(body, "point");
  return /,\d{3}$/.test(body) ? null : decimalText(body, "comma");
}

function kindOf(words: string, isMoney: boolean): RateKind {
  if (words.includes("percent") || words.includes("%")) return "percentage";
  if (/product|item/.test(words)) return "per-item";
  return isMoney || /flat|fix|amount|order/.test(words) ? "fixed" : "percentage";
}

/** "0.125" → 1250. Null with more than four decimals. */
function bpsOfFraction(value: string): number | null {
  const [whole = "0", fraction = ""] = value.split(".");
  return fraction.length > 4 ? null : Number(whole) * WHOLE_BPS + Number(fraction.padEnd(4, "0"));
}

function percentRate(rateBps: number | null): ImportedRate | null {
  if (rateBps === null || !isShare(rateBps)) return null;
  return { kind: "percentage", value: toPercent(rateBps), currency: null };
}

function amountRate({ value, ...rate }: ImportedRate): ImportedRate | null {
  const short = value.includes(".") ? value.replace(/\.?0+$/, "") : value;
  return /[1-9]/.test(short) ? { ...rate, value: short } : null;
}

/** A stated rate as pay in terms. Null if it can't be read, or has another currency than the store. */
export function payOfRate(
  { kind, value, currency: own }: Pick<ImportedRate, "kind" | "value"> & Partial<ImportedRate>,
  currency: string,
): FlatPay | null {
  const text = value.trim().replace(",", ".");
  if (kind === "percentage") {
    const rateBps = findRateBps(text);
    return rateBps === null ? null : { kind, rateBps };
  }
  const amount = (own ?? currency) === currency ? findDecimal(text, currency) : null;
  return amount === null ? null : { kind, amount };
}

/** True for a percentage up to 100, or an amount above zero. */
export function isPaying(pay: FlatPay | null): boolean {
  if (pay === null || pay.kind === "none") return false;
  return pay.kind === "percentage" ? isShare(pay.rateBps) : pay.amount.minor > 0n;
}

const isShare = (rateBps: number) => rateBps > 0 && rateBps <= WHOLE_BPS;

/** "12.5%", "5 EUR". For people. */
export function rateText({ kind, value, currency }: ImportedRate): string {
  if (kind === "percentage") return `${value}%`;
  return currency === null ? value : `${value} ${currency}`;
}

/** Pay as a rate in words. '' for none. */
export function payText(pay: FlatPay): string {
  if (pay.kind === "none") return "";
  if (pay.kind === "percentage") return `${toPercent(pay.rateBps)}%`;
  return `${toDecimal(pay.amount)} ${pay.amount.currency}`;
}

export function isSamePay(one: Pay, other: FlatPay): boolean {
  if (one.kind === "percentage") return other.kind === "percentage" && one.rateBps === other.rateBps;
  if (one.kind !== "fixed" && one.kind !== "per-item") return one.kind === other.kind;
  return (
    one.kind === other.kind &&
    one.amount.minor === other.amount.minor &&
    one.amount.currency === other.amount.currency
  );
}
