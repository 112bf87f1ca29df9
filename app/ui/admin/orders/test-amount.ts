import { formatMoney, type MoneyOnWire } from "../../shared/format.ts";

/** "$10.00, not counted": what a test order would earn. */
export function testAmount(wouldEarn: MoneyOnWire): string {
  return `${formatMoney(wouldEarn)}, not counted`;
}
