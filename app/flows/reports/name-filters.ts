import type { ShopId } from "#app/domain/ids.ts";
import type { ReportFilter, ReportKey } from "#app/domain/report.ts";
import { db } from "#app/platform/db.server.ts";
import { reportNamesOf } from "#app/store/names.ts";

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
