import type { ReportKey } from "#app/domain/report.ts";

/**
 * Fields of a query that narrow a report, and the list that its figures open. They stand apart from their shapes, because
 * every list of the admin names them: with the shapes a page would carry all of zod into the browser.
 */
export const reportFilterNames = [
  "affiliate",
  "tag",
  "program",
  "product",
  "code",
  "link",
  "subId",
  "landing",
  "country",
  "customer",
  "channel",
] as const;

export type ReportFilterField = (typeof reportFilterNames)[number];

/** What a field of the query narrows, and the field by which something is narrowed. */
export const keyOfField = (field: ReportFilterField): ReportKey => (field === "subId" ? "sub-id" : field);
export const fieldOfKey = (key: ReportKey): ReportFilterField => (key === "sub-id" ? "subId" : key);
