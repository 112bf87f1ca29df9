/**
 * `page` and `limit` as SPEC §9 has them: page 1, limit 10 by default; limit at most 250.
 * Deep lists use `cursor` instead, which costs the same at any depth.
 */
export const defaultLimit = 10;
export const maxLimit = 250;
/** Rows that a `page` may lie deep; beyond it a `cursor` is asked for. */
export const maxOffset = 10_000;

export type Pagination = { readonly page: number; readonly limit: number; readonly total: number };
