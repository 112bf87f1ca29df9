import type { RulesVersion } from "#app/domain/attribution.ts";
import type { AttributionPreviewWire, AttributionWire } from "./attribution.ts";

/** The attribution rules in force, as the API and the screen show them. */
export function attributionToWire({ version, effectiveFrom, rules }: RulesVersion): AttributionWire {
  return { version, effectiveFrom, rules: { ...rules, precedence: [...rules.precedence] } };
}

type Party = { readonly id: string; readonly name: string } | null;
type Preview = {
  readonly orders: number;
  readonly moved: readonly {
    readonly orderId: string;
    readonly name: string;
    readonly from: Party;
    readonly to: Party;
  }[];
};

/** Orders that would be credited to someone else under other rules. */
export function attributionPreviewToWire({ orders, moved }: Preview): AttributionPreviewWire {
  return { orders, changed: moved.map(({ orderId, ...one }) => ({ id: orderId, ...one })) };
}
