import { importToWire } from "#app/contracts/backtest-to-wire.ts";
import { countedUpTo, readImports } from "#app/flows/intake/start-import.ts";

type Shop = Parameters<typeof readImports>[0];

/** The shop's readings of past orders, as the API tells them. */
export async function importsOf(shop: Shop, now: Date) {
  const { imports, earliestDay } = await importsShown(shop, now);
  return { imports, earliestDay };
}

/** The same for the screen, with how many orders are here. */
export async function importsShown(shop: Shop, now: Date) {
  const { imports, ...rest } = await readImports(shop, now);
  return { imports: imports.map(importToWire), ...rest, countedUpTo };
}
