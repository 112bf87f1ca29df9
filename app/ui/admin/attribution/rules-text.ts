import { signalName } from "#app/i18n/signal-words.ts";
import { type AttributionRules, type EvidenceKind, evidenceKinds } from "#app/domain/attribution.ts";

export const kindHelp: Record<EvidenceKind, string> = {
  code: "The shopper entered an affiliate's discount code.",
  customer: "The customer is bound to an affiliate, by an earlier order or by you.",
  click: "A signed click came with the order: in the cart, or in the address of the landing page.",
  landing: "The visit began on an address with an affiliate's code, such as ?ref=CODE.",
  pixel: "Only the web pixel saw a signed click, at the checkout.",
  product: "A product of the order belongs to an affiliate.",
  claim: "You accepted an affiliate's claim to the order.",
  tag: "An affiliate's code is in the order's tags or note, or in the customer's tags.",
  renewal: "The order renews a subscription whose first order was credited to an affiliate.",
};

/** Rules of attribution as one sentence. */
export function rulesText({ precedence, touch, binding, newCustomer }: AttributionRules): string {
  const off = evidenceKinds.filter((kind) => !precedence.includes(kind));
  const order = precedence.map(signalName).join(", then ") || "nothing";
  return [
    `${order} decides`,
    off.length > 0 ? `switched off: ${off.map(signalName).join(", ")}` : null,
    `the ${touch} click counts`,
    bindingText(binding),
    newCustomer === "store" ? "new customers are new to the store" : "new customers are new to affiliates",
  ]
    .filter((part) => part !== null)
    .join("; ");
}

function bindingText(binding: AttributionRules["binding"]): string {
  if (binding.kind === "never") return "orders bind no customer";
  return binding.kind === "life"
    ? "an order binds its customer for life"
    : `an order binds its customer for ${binding.days} days`;
}
