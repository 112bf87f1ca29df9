import type { LineFieldsFragment, OrderAgreementsQuery, OrderAsFactsQuery } from "./admin-types.generated.ts";

export type Bag = { readonly shopMoney: { readonly amount: string; readonly currencyCode: string } };
export type Page<Node> = {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

export type OrderAnswer = NonNullable<OrderAsFactsQuery["order"]>;
export type LineAnswer = LineFieldsFragment;
export type RefundAnswer = OrderAnswer["refunds"][number];
export type AgreementAnswer = NonNullable<OrderAgreementsQuery["order"]>["agreements"]["nodes"][number];

/** An order with all its lines and refunds, however many questions that took. */
export type WholeOrder = OrderAnswer & {
  /** Ids of the lines that came with an edit or an exchange. */
  readonly linesAddedLater: readonly string[];
};
