import type { CatalogFacts, OrderFacts } from "./order.ts";

/** What a delivery, or the platform when asked, says about one order. */
export type OrderNews =
  | {
      readonly kind: "order";
      readonly facts: OrderFacts;
      /** It shows that an edit added something, and not what: only the platform can say which lines came later. */
      readonly edited?: boolean;
      /** Domain of the shop that the body names by the address of its status page; absent where it names none. */
      readonly namedShop?: string;
    }
  /** The platform was asked and no longer has it. */
  | { readonly kind: "deleted"; readonly orderId: string }
  /** What the platform says of the goods and the customer alone. */
  | { readonly kind: "catalog"; readonly orderId: string; readonly catalog: CatalogFacts }
  /** The how-maniest order of its customer it is, from 1 and null where that is not known, and its sales channel. */
  | {
      readonly kind: "numbered";
      readonly orderId: string;
      readonly customerOrderIndex: number | null;
      readonly channelName: string;
    }
  /** It changed in a way that the message does not tell in full: the platform has to be asked. */
  | {
      readonly kind: "refetch";
      readonly orderId: string;
      /** A refund that the platform's answer has to contain. */
      readonly refundId?: string;
      /** The message says that the order was deleted. */
      readonly deleted?: boolean;
    };

export function orderIdOf(news: OrderNews): string {
  return news.kind === "order" ? news.facts.id : news.orderId;
}
