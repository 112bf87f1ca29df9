import type { Attribution } from "./attribution.ts";
import type { Charge } from "./charges.ts";
import type { StoredInputs } from "./inputs.ts";
import type { OrderFacts } from "./order.ts";
import type { OrderView } from "./terms/match.ts";
import { subIdOf } from "./touch.ts";

type Viewed = { readonly facts: OrderFacts; readonly attribution: Attribution };

/** What conditions see of an order: as sold, whatever came back since (T4). */
export function viewOf(
  charges: readonly Charge[],
  { facts, attribution }: Viewed,
  inputs: Pick<StoredInputs, "customerOrderIndex" | "customerOrder" | "affiliateTags">,
): OrderView {
  let valueMinor = 0n;
  let pieces = 0;
  for (const charge of charges) {
    if (charge.kind !== "goods") continue;
    valueMinor += charge.netMinor;
    pieces += charge.quantity;
  }
  const evidence = attribution.winner?.evidence ?? null;
  return {
    valueMinor,
    currency: facts.currency,
    pieces,
    createdAt: facts.createdAt,
    discountCodes: facts.discountCodes,
    sourceName: facts.sourceName,
    countryCode: facts.countryCode,
    subId: evidence && subIdOf(evidence),
    catalog: facts.catalog,
    forgotten: facts.forgotten,
    customerOrderIndex: inputs.customerOrderIndex,
    customerOrder: inputs.customerOrder,
    affiliateTags: inputs.affiliateTags,
  };
}
