import { importToWire } from "#app/contracts/backtest-to-wire.ts";
import { countedUpTo, readImports } from "#app/flows/intake/start-import.ts";

type Shop = Parameters<typeof readImports>[0];

/** The shop's imports of past orders, as the API answers them. */
export async function importsOf(shop: Shop, now: Date) {
  const { imports, earliestDay } = await importsShown(shop, now);
  return { imports, earliestDay };
}

/** The imports for the screen, and the limit up to which orders are counted. */
export async function importsShown(shop: Shop, now: Date) {
  const { imports, ...rest } = await readImports(shop, now);
  return { imports: imports.map(importToWire), ...rest, countedUpTo };
}
