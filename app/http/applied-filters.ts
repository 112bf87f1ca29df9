import { fieldOfKey, type ReportFilterField } from "#app/contracts/report-fields.ts";
import { keyLabel, valueLabel } from "#app/i18n/report-words.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import type { ReportFilter } from "#app/domain/report.ts";
import { readAffiliate, type AffiliateListShop } from "#app/flows/affiliates/read-affiliates.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
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

export type ChosenAffiliate = { readonly id: string; readonly name: string };

/** The affiliate that a list is narrowed to by its address, or null where it is not. */
export async function chosenAffiliate(
  shop: AffiliateListShop,
  id: string | undefined,
): Promise<ChosenAffiliate | null> {
  if (id === undefined) return null;
  const found = await readAffiliate(shop, id);
  // The list is empty then, and has to say what empties it.
  return { id, name: isRefusal(found) ? merchantTexts("lists")("filters.unknownAffiliate") : found.name };
}

/** The program that a list is narrowed to by its address, or null where it is not. */
export async function chosenProgram(
  shop: Parameters<typeof readProgram>[0],
  id: string | null | undefined,
): Promise<{ readonly id: string; readonly name: string } | null> {
  if (!id) return null;
  const found = await readProgram(shop, id);
  // The list is empty then, and has to say what empties it.
  return { id, name: isRefusal(found) ? merchantTexts("lists")("filters.unknownProgram") : found.name };
}
