import { refuse, type Refusal } from "#app/domain/refusal.ts";

/** Rows that a `page` may lie deep; beyond it a `cursor` is asked for, which costs the same at any depth. */
const maxOffset = 10_000;

/** A refusal at `page` when it lies too deep for paging by number. */
export function offsetRefusal(query: { readonly page: number; readonly limit: number }): Refusal | undefined {
  if ((query.page - 1) * query.limit <= maxOffset) return undefined;
  return refuse("invalid", "Lies too deep to be paged by number: follow nextCursor instead", "page");
}
