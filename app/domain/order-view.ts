import type { Attribution } from "./attribution.ts";
import type { Charge } from "./charges.ts";
import type { StoredInputs } from "./inputs.ts";
import type { OrderFacts } from "./order.ts";
import type { OrderView } from "./terms/match.ts";

type Viewed = { readonly facts: OrderFacts; readonly attribution: Attribution };

/** What conditions see of an order: as sold, whatever came back since (T4). */
export function viewOf(
  charges: readonly Charge[],
  { facts, attribution }: Viewed,
  inputs: Pick<StoredInputs, "customerOrderIndex" | "customerOrder">,
): OrderView {
  const goods = charges.filter((charge) => charge.kind === "goods");
  const evidence = attribution.winner?.evidence ?? null;
  return {
    valueMinor: goods.reduce((total, charge) => total + charge.netMinor, 0n),
    currency: facts.currency,
    pieces: goods.reduce((total, charge) => total + charge.quantity, 0),
    createdAt: facts.createdAt,
    discountCodes: facts.discountCodes,
    sourceName: facts.sourceName,
    countryCode: facts.countryCode,
    subId: evidence?.kind === "click" ? evidence.subId : null,
    catalog: facts.catalog,
    customerOrderIndex: inputs.customerOrderIndex,
    customerOrder: inputs.customerOrder,
  };
}
