import type { BacktestPlace } from "#app/contracts/backtest-place.ts";
import { merchantText } from "../../texts/use-text.ts";

const t = merchantText("backtests");

type Kind = BacktestPlace["kind"];

export function scopeText(kind: Kind, scope: "credited" | "all"): string {
  return t(`scopes.${kind}.${scope}`);
}

/** Program or affiliate of a backtest. */
export function backtestOf({ kind, program, affiliate }: BacktestPlace): string {
  if (kind === "new") return t("list.newProgram");
  return kind === "own" ? affiliate : program;
}
