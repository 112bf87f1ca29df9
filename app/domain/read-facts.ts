import type { LineFacts, OrderFacts } from "./order.ts";
import { fromPlain } from "./plain.ts";

/** Fields of an order that facts kept by older versions of the app do not hold. */
const laterFields = { paidAt: null, fulfilledAt: null, countryCode: null, catalog: null } as const;

/** The same of a line. */
const laterLineFields = { subscription: false } as const;

type LaterField = keyof typeof laterFields;
type KeptLine = Omit<LineFacts, keyof typeof laterLineFields> & Partial<LineFacts>;
type KeptFacts = Omit<OrderFacts, LaterField | "lines"> &
  Partial<Pick<OrderFacts, LaterField>> & { readonly lines: readonly KeptLine[] };

/**
 * An order's facts as they come out of the database. What an older version of the app did not read stands as not
 * known, until the platform tells of the order again. It trusts its input: give it only what `toPlain` made of facts.
 */
export function readFacts(plain: unknown): OrderFacts {
  const kept = fromPlain<KeptFacts>(plain);
  const lines = kept.lines.map((line) => ({ ...laterLineFields, ...line }));
  return { ...laterFields, ...kept, lines };
}
