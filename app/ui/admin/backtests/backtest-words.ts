import type { BacktestPlace } from "#app/contracts/backtest-place.ts";

type Kind = BacktestPlace["kind"];

export const scopeTexts: Readonly<Record<Kind, { readonly credited: string; readonly all: string }>> = {
  program: {
    credited: "Orders credited in this program",
    all: "All orders, as if this program had been credited",
  },
  new: {
    credited: "Orders credited in any program",
    all: "All orders, as if the new program had been credited",
  },
  own: { credited: "Orders this affiliate was credited with in this program", all: "" },
};

/** Explains the compared terms, by kind of backtest. */
export const comparedTexts: Readonly<Record<Kind, string>> = {
  program: "Affiliates with own terms keep them on both sides.",
  new: "Today's side is what each order pays under today's terms of the program it was credited in; an order that nobody was credited with pays nothing there.",
  own: "Today's side is what judges this affiliate's orders now: their own terms, or the program's.",
};

/** Program or affiliate of a backtest, in words. */
export function backtestOf({ kind, program, affiliate }: BacktestPlace): string {
  if (kind === "new") return "A new program";
  return kind === "own" ? `Own terms of ${affiliate} in ${program}` : program;
}
