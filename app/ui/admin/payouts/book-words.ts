import type { BatchBooksWire } from "#app/contracts/batch-books.ts";

type Term = {
  readonly name: "started" | "settled" | "returned" | "cancelled" | "inTransit" | "fee" | "withheld";
  readonly label: string;
  /** Narrows the transfers of the payout to those that the figure is the sum of. */
  readonly query: Readonly<Record<string, string>>;
};

/** What was started, and what became of it: the terms of M15 of a payout. */
export const bookTerms = [
  { name: "started", label: "Started", query: { code: "payout_started" } },
  { name: "settled", label: "Settled", query: { account: "paid" } },
  { name: "returned", label: "Returned", query: { part: "returned" } },
  { name: "cancelled", label: "Cancelled", query: { part: "cancelled" } },
  { name: "inTransit", label: "Still in transit", query: { account: "in_transit" } },
] as const satisfies readonly Term[];

/** What the provider kept, beside M15: what the affiliates bear of it is taken of what they are owed. */
export const feeTerms = [
  { name: "fee", label: "Provider's fees", query: { part: "fee" } },
  { name: "withheld", label: "Borne by affiliates", query: { part: "withheld" } },
] as const satisfies readonly Term[];

/** Address of the transfers that a figure of a payout's books is the sum of. */
function transfersOfTerm(batch: string, { query }: Pick<Term, "query">): string {
  return `/dashboard/proof/transfers?${new URLSearchParams({ batch, ...query }).toString()}`;
}

/** A term with its figure, as the books show it. */
export function linesOfBooks(terms: readonly Term[], batch: string, books: BatchBooksWire) {
  return terms.map((term) => ({
    label: term.label,
    money: books[term.name],
    url: transfersOfTerm(batch, term),
  }));
}
