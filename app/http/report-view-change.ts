import type { z } from "zod";
import { missingColumn, type ReportQuery, reportSpanFault, reportSpanOf } from "#app/contracts/report.ts";
import { queryTexts, type reportViewBody, type reportViewForm } from "#app/contracts/report-view.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  changeReportView,
  removeReportView,
  saveReportView,
  type ReportViewInput,
} from "#app/flows/reports/report-views.ts";
import { dayIn } from "#app/platform/clock.ts";
import type { FormInput } from "./form-action.ts";
import { reportAsked } from "./report-page.ts";

type Body = z.output<typeof reportViewBody>;
type Shop = { readonly timeZone: string };

/** The saved view in a request body. A refusal when its report could not be shown. */
export function viewGiven({ name, report, query }: Body, shop: Shop, now: Date): ReportViewInput | Refusal {
  const missing = missingColumn(report, query);
  if (missing) {
    return refuse("invalid", { code: "column_missing", column: missing.column }, `query.${missing.field}`);
  }
  const fault = reportSpanFault(reportSpanOf(query, dayIn(shop.timeZone, now)));
  if (fault) return refuse("invalid", fault.reason, `query.${fault.field}`);
  return { name, report, query: queryTexts(query) };
}

type Fields = z.output<typeof reportViewForm>;
type Done = { readonly ok: true; readonly intent: Fields["intent"]; readonly view: string | null };

/** Performs the action of a form on the reports page. */
export async function changeView({ fields, context }: FormInput<Fields>): Promise<Done | Refusal> {
  const { intent } = fields;
  const { shop, shopId, now } = context;
  if (intent === "delete-view") {
    return (await removeReportView(shopId, fields.view)) ?? { ok: true, intent, view: null };
  }
  if (intent === "rename-view") {
    const renamed = await changeReportView(shopId, fields.view, { given: { name: fields.name }, now });
    return isRefusal(renamed) ? renamed : { ok: true, intent, view: renamed.id };
  }
  const asked = reportAsked(new URLSearchParams(fields.shown), dayIn(shop.timeZone, now));
  if (asked.fault !== null) return refuse("invalid", { code: "failed", message: asked.fault }, "shown");
  const given = { report: asked.name, query: textsOf(asked.query) };
  const kept =
    intent === "save-view"
      ? await saveReportView(shopId, { name: fields.name, ...given }, now)
      : await changeReportView(shopId, fields.view, { given, now });
  return isRefusal(kept) ? kept : { ok: true, intent, view: kept.id };
}

function textsOf({ page: _page, limit: _limit, ...query }: ReportQuery) {
  return queryTexts(query);
}
