import type { LineKind } from "./ledger/line.ts";

/** Facts of a line that explain its deduction. */
export type DeductedLine = {
  readonly kind: LineKind;
  readonly payableMinor: bigint;
  /** Something was taken out of the line: a refund, say. A second payment takes nothing out. */
  readonly isDebited: boolean;
  readonly isDenied: boolean;
  /** The order's credit belongs to another affiliate now. */
  readonly isMoved: boolean;
  readonly orderName: string | null;
};

/** The reason of a deduction, in a few words (M22). */
export function deductionReason(line: DeductedLine): string {
  const { kind, payableMinor, isDebited, isDenied, isMoved, orderName } = line;
  if (kind === "adjustment") return "Adjustment";
  if (kind === "opening_balance") return "Opening balance";
  if (kind === "write_off") return "Write-off";
  if (kind === "payout_item") {
    return payableMinor < 0n ? "Fee of a returned payment" : "Payment beyond the balance";
  }
  const name = orderName ?? "a commission";
  if (isDenied) return `Denial of ${name}`;
  if (isMoved) return `${name} moved to another affiliate`;
  return payableMinor > 0n && !isDebited ? `Second payment of ${name}` : `Refund of ${name}`;
}
