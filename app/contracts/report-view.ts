import { z } from "zod";
import { instant, plainName } from "./wire.ts";
import { reportName, type ReportQuery, reportQueryOfView } from "./report.ts";
import { enter, ofType, wrong } from "./reasons.ts";

const name = plainName(60, enter("name"));

/** Body of POST /api/v1/report-views and of PUT /api/v1/report-views/{id}. */
export const reportViewBody = z
  .strictObject({
    name,
    report: reportName,
    query: reportQueryOfView.meta({
      description: "What GET /api/v1/reports/{name} takes, but page and limit; a `range` moves with the days",
    }),
  })
  .meta({ id: "SaveReportView" });

export const reportViewWire = z
  .object({
    id: z.string(),
    name: z.string(),
    report: reportName,
    query: z.record(z.string(), z.string()),
    createdAt: instant,
  })
  .meta({ id: "ReportView" });

export type ReportViewWire = z.input<typeof reportViewWire>;

export const reportViewListWire = z.object({ views: z.array(reportViewWire) }).meta({ id: "ReportViewList" });
export const removedViewWire = z.object({ removed: z.literal(true) }).meta({ id: "RemovedReportView" });

const view = z
  .string(ofType(wrong("id")))
  .min(1, wrong("id"))
  .max(40, wrong("id"));
/** The address that is shown, behind its question mark. */
const shown = z.string(ofType(wrong("list_address"))).max(4000);

/** The forms of the page of reports, told apart by `intent`. */
export const reportViewForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save-view"), name, shown }),
  z.object({ intent: z.literal("rename-view"), view, name }),
  z.object({ intent: z.literal("update-view"), view, shown }),
  z.object({ intent: z.literal("delete-view"), view }),
]);

/** A query as its address writes it. */
export function queryTexts(query: Omit<ReportQuery, "page" | "limit">): Record<string, string> {
  const texts = Object.entries(query).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, String(value)]],
  );
  return Object.fromEntries(texts) as Record<string, string>;
}
