import { z } from "zod";
import type { Money } from "#app/domain/money.ts";
import { moneyToWire } from "./to-wire.ts";
import { moneyWire } from "./wire.ts";

/** What some days have that belongs to no order's own commission. */
export const besideOrdersWire = z
  .array(
    z.object({
      currencyCode: z.string(),
      bonuses: moneyWire.meta({ description: "Bonuses reached on these days, as they stand now" }),
      manual: moneyWire.meta({ description: "Commissions added by hand on these days, as they stand now" }),
      adjustments: moneyWire
        .nullable()
        .meta({ description: "Given less taken by hand; null of a program, because they are no program's" }),
    }),
  )
  .nullable()
  .meta({
    description:
      "What was earned beside the commission of orders, by currency; null where a filter narrows to orders alone",
  });

export type BesideOrdersWire = z.output<typeof besideOrdersWire>;

type BesideOrders = {
  readonly currency: Money["currency"];
  readonly bonusMinor: bigint;
  readonly manualMinor: bigint;
  readonly adjustedMinor: bigint | null;
};

export function besideOrdersToWire(beside: readonly BesideOrders[] | null): BesideOrdersWire {
  return (
    beside &&
    beside.map(({ currency, bonusMinor, manualMinor, adjustedMinor }) => ({
      currencyCode: currency,
      bonuses: moneyToWire(bonusMinor, currency),
      manual: moneyToWire(manualMinor, currency),
      adjustments: adjustedMinor === null ? null : moneyToWire(adjustedMinor, currency),
    }))
  );
}
