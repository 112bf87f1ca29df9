import type { DaySpan } from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { ReportKey, ReportFilter } from "#app/domain/report.ts";
import { readWithin } from "#app/store/read-within.ts";
import { findReportValues, reportNamesOf, type ValueSearch } from "#app/store/names.ts";
import { db } from "#app/platform/db.server.ts";

type ValuesQuery = {
  readonly by: ReportKey;
  readonly days: DaySpan;
  readonly search: ValueSearch | null;
  readonly limit: number;
};

export type ReportValue = { readonly value: string; readonly name: string | null; readonly orders: number };

/** Searches values by which a report can be filtered: those that occur on these days, with their names. */
export async function findValues(
  { shopId }: { readonly shopId: ShopId },
  { by, days, search, limit }: ValuesQuery,
  limitMs?: number,
): Promise<ReportValue[] | Refusal> {
  return await readWithin({ what: "search", limitMs } as const, async (tx) => {
    const asked = { by, days, filter: {} };
    const found = await findReportValues(tx, shopId, { query: asked, search, limit });
    const values = found.map(({ value }) => value).filter((value) => value !== "");
    const names = await reportNamesOf(tx, shopId, { by, values });
    return found.map((one) => ({ ...one, name: names.get(one.value) ?? null }));
  });
}

export type NamedFilter = { readonly by: ReportKey; readonly value: string; readonly name: string | null };

/** The filters of a report, each value with its name. */
export async function nameFilters(
  { shopId }: { readonly shopId: ShopId },
  filter: ReportFilter,
): Promise<NamedFilter[]> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined) as [ReportKey, string][];
  return await Promise.all(
    given.map(async ([by, value]) => {
      const names = value === "" ? null : await reportNamesOf(db(), shopId, { by, values: [value] });
      return { by, value, name: names?.get(value) ?? null };
    }),
  );
}
