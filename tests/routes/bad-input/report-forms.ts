import type { ReportViewId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertReportView } from "#app/store/report-views.ts";
import { longAgo } from "../../support/selling-shop.ts";
import type { Form, Merchant } from "./form.ts";

/** A saved view of a merchant's. */
export async function makeReportViewRow({ shopId }: Merchant): Promise<string> {
  const viewId = newId<ReportViewId>("rvw", longAgo);
  const times = { createdAt: longAgo, updatedAt: longAgo };
  const view = {
    shopId,
    viewId,
    name: "Spring",
    nameKey: "spring",
    report: "codes",
    query: {},
    ...times,
  } as const;
  await inTransaction((tx) => insertReportView(tx, view));
  return viewId;
}

const path = () => "/dashboard/reports";

/** Forms about saved reports. */
export const reportForms: readonly Form[] = [
  {
    name: "a new view",
    path,
    fields: { intent: "save-view", name: "Summer", shown: "report=codes&range=last-7" },
    kinds: { name: "name", intent: "word" },
    optional: [],
  },
  {
    name: "a view's name",
    about: makeReportViewRow,
    path,
    fields: { intent: "rename-view", view: "{id}", name: "Summer" },
    kinds: { name: "name" },
    optional: [],
  },
  {
    name: "what a view shows",
    about: makeReportViewRow,
    path,
    fields: { intent: "update-view", view: "{id}", shown: "range=last-7" },
    kinds: { intent: "word" },
    optional: [],
  },
  {
    name: "a view that goes",
    about: makeReportViewRow,
    path,
    fields: { intent: "delete-view", view: "{id}" },
    kinds: { intent: "word" },
    optional: [],
  },
];
