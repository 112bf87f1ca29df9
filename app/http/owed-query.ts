import type { OwedQuery } from "#app/contracts/balances.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { offsetRefusal, readCursor, writeCursor } from "./list-position.ts";

type Position = { readonly affiliateId: string; readonly currency: string; readonly minor: bigint };

/** Converts the query of the balances to the flow's filter. */
export function owedAskedOf({ asOf, status, currency, search }: OwedQuery) {
  return { asOf, status, currency, search };
}

/** The position of a query's cursor, which is valid only for the filter that it was created with. */
export function owedPositionOf(query: OwedQuery): Position | undefined | Refusal {
  const position = readCursor(query.cursor, ["status", "affiliate", "currency", "minor"]);
  if (isRefusal(position)) return position;
  if (!position) return offsetRefusal(query);
  const { affiliate, currency, minor } = position;
  if (position.status !== (query.status ?? "") || !/^-?\d{1,18}$/.test(minor)) {
    return refuse("invalid", "Is not a cursor of this list with this filter", "cursor");
  }
  return { affiliateId: affiliate, currency, minor: BigInt(minor) };
}

export function owedCursor({ status }: OwedQuery, next: Position | null): string | null {
  if (!next) return null;
  const { affiliateId: affiliate, currency, minor } = next;
  return writeCursor({ status: status ?? "", affiliate, currency, minor: String(minor) });
}
