import { fieldOfKey, type ReportFilterField } from "#app/contracts/report-fields.ts";
import { keyLabel, valueLabel } from "#app/contracts/report-words.ts";
import type { ReportFilter } from "#app/domain/report.ts";
import { nameFilters } from "#app/flows/reports/find-filter-values.ts";

export type AppliedFilter = {
  readonly field: ReportFilterField;
  readonly value: string;
  readonly label: string;
};

/** Filters of a report, or of the list that its figure opens, in words. */
export async function appliedFilters(
  shop: Parameters<typeof nameFilters>[0],
  filter: ReportFilter,
): Promise<AppliedFilter[]> {
  const named = await nameFilters(shop, filter);
  return named.map(({ by, value, name }) => ({
    field: fieldOfKey(by),
    value,
    label: `${keyLabel(by)}: ${valueLabel(by, value, name)}`,
  }));
}
