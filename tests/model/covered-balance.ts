import { coveredBy, dueOf, type ModelLine } from "./covering.ts";

type Entry = { readonly amount: number; readonly at: number };
type Payment = {
  readonly name: string;
  readonly covered: ReadonlyMap<string, number>;
  state: "open" | "paid" | "back";
};

/** M22 of one affiliate and currency, told as a diary: what each line was given, and what each payment covered. */
export type CoveredBalance = {
  readonly entries: Map<string, Entry[]>;
  readonly payments: Payment[];
};

export const newBalance = (): CoveredBalance => ({ entries: new Map(), payments: [] });

export function enter(balance: CoveredBalance, line: string, amount: number, at: number): void {
  balance.entries.set(line, [...(balance.entries.get(line) ?? []), { amount, at }]);
}

/** The lines as a payment finds them; credits at the cutoff or later are late. */
function linesAt({ entries, payments }: CoveredBalance, cutoff: number | null): ModelLine[] {
  const counting = payments.filter((one) => one.state !== "back");
  return [...entries].map(([name, own], sequence) => ({
    name,
    sequence,
    entries: own.map(({ amount, at }) => ({ amount, isLate: cutoff !== null && at >= cutoff })),
    covered: counting.reduce((sum, one) => sum + (one.covered.get(name) ?? 0), 0),
  }));
}

type Rule = {
  readonly cutoff: number | null;
  /** The smallest amount that can be paid. */ readonly unit: number;
};

/** The amount that a payment pays now; 0 where another is open, or where the balance or the due amount is not above zero. */
export function payable(balance: CoveredBalance, { cutoff, unit }: Rule): number {
  if (balance.payments.some((one) => one.state === "open")) return 0;
  if (dueOf(linesAt(balance, null)) < 0) return 0;
  const due = Math.max(0, dueOf(linesAt(balance, cutoff)));
  return due - (due % unit);
}

export function startPayment(balance: CoveredBalance, name: string, rule: Rule): Payment {
  const covered = coveredBy(linesAt(balance, rule.cutoff), payable(balance, rule));
  const payment: Payment = { name, covered, state: "open" };
  balance.payments.push(payment);
  return payment;
}
