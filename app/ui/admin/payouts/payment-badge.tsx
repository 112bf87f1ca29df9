import { Badge, type BadgeProps } from "@shopify/polaris";
import type { ItemState } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { stateName } from "./payout-words.ts";

type Look = {
  readonly tone?: NonNullable<BadgeProps["tone"]>;
  readonly progress?: NonNullable<BadgeProps["progress"]>;
};

const looks: Readonly<Record<ItemState, Look>> = {
  planned: { tone: "info", progress: "incomplete" },
  sending: { tone: "info", progress: "partiallyComplete" },
  unknown: { tone: "info" },
  sent: { tone: "info", progress: "partiallyComplete" },
  held: { tone: "attention" },
  unclaimed: { tone: "attention" },
  person: { tone: "warning" },
  settled: { tone: "success", progress: "complete" },
  returned: {},
  failed: { tone: "critical" },
  cancelled: {},
};

type Props = {
  readonly item: {
    readonly status: ItemState;
    readonly method: PayoutMethod;
    readonly contradiction: string;
  };
};

/** The state of a payment; what a provider contradicts needs the merchant, whatever its state. */
export function PaymentBadge({ item }: Props) {
  const status = item.contradiction === "" ? item.status : "person";
  return <Badge {...looks[status]}>{stateName(status, item.method)}</Badge>;
}
