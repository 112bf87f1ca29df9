import { importToWire } from "#app/contracts/backtest-to-wire.ts";
import { readImports } from "#app/flows/orders/start-import.ts";

/** The shop's readings of past orders, as the API and the screens show them. */
export async function importsOf(shop: Parameters<typeof readImports>[0], now: Date) {
  const { imports, earliestDay } = await readImports(shop, now);
  return { imports: imports.map(importToWire), earliestDay };
}
