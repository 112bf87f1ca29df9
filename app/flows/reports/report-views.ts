import type { ReportViewId, ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ReportName } from "#app/domain/report.ts";
import { isStorable } from "#app/domain/plain.ts";
import { db, inTransaction, isUniqueViolation } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import {
  deleteReportView,
  insertReportView,
  listReportViews,
  lockReportViews,
  type ReportView,
  updateReportView,
} from "#app/store/report-views.ts";

/** Limit of saved views. More would be hard to look through. */
const mostViews = 50;

const noSuchView = refuse("not-found", { code: "not_found", what: "report_view" }, "id");
const nameTaken = refuse("conflict", { code: "view_name_taken" }, "name");

/** A view's name and the query parameters of its report. */
export type ReportViewInput = {
  readonly name: string;
  readonly report: ReportName;
  readonly query: Readonly<Record<string, string>>;
};

type SavedView = ReturnType<typeof savedView>;

function savedView({ viewId: id, name, report, query, createdAt }: ReportView) {
  return { id, name, report, query, createdAt };
}

/** The saved views of a store, by name. */
export async function readReportViews(shopId: ShopId): Promise<SavedView[]> {
  return (await listReportViews(db(), shopId)).map(savedView);
}

const keyOf = (name: string): string => name.toLowerCase();

/** Saves a report under a name. Refuses if the name is taken or the limit is reached. */
export async function saveReportView(
  shopId: ShopId,
  given: ReportViewInput,
  now: Date,
): Promise<SavedView | Refusal> {
  const viewId = newId<ReportViewId>("rvw", now);
  const view = { shopId, viewId, ...given, nameKey: keyOf(given.name), createdAt: now, updatedAt: now };
  return await refuseTakenName(() =>
    inTransaction(async (tx) => {
      await lockReportViews(tx, shopId);
      const { length } = await listReportViews(tx, shopId);
      if (length >= mostViews) {
        return refuse("conflict", { code: "too_many_views", most: mostViews }, "name");
      }
      await insertReportView(tx, view);
      return view;
    }),
  );
}

/** Changes a view's name, its report, or both. */
export async function changeReportView(
  shopId: ShopId,
  viewId: string,
  { given, now }: { readonly given: Partial<ReportViewInput>; readonly now: Date },
): Promise<SavedView | Refusal> {
  if (!isStorable(viewId)) return noSuchView;
  const change = { ...given, ...(given.name !== undefined && { nameKey: keyOf(given.name) }) };
  return await refuseTakenName(() =>
    inTransaction(async (tx) => (await updateReportView(tx, shopId, { viewId, change, now })) ?? noSuchView),
  );
}

/** Deletes a view. Nothing else depends on it. */
export async function removeReportView(shopId: ShopId, viewId: string): Promise<Refusal | null> {
  if (!isStorable(viewId)) return noSuchView;
  return (await deleteReportView(db(), shopId, viewId)) ? null : noSuchView;
}

async function refuseTakenName(work: () => Promise<ReportView | Refusal>): Promise<SavedView | Refusal> {
  try {
    const saved = await work();
    return isRefusal(saved) ? saved : savedView(saved);
  } catch (error) {
    if (isUniqueViolation(error, "report_views_name")) return nameTaken;
    throw error;
  }
}
