import type { ReportKey } from "#app/domain/report.ts";

/**
 * Query fields that filter a report and the lists that its figures open. They are separate from their zod
 * schemas because every list in the admin imports them, and zod must not get into the browser bundle.
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

/** Converts between a query field and the report key that it filters. */
export const keyOfField = (field: ReportFilterField): ReportKey => (field === "subId" ? "sub-id" : field);
export const fieldOfKey = (key: ReportKey): ReportFilterField => (key === "sub-id" ? "subId" : key);
