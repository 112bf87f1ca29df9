import { reportViewBody, reportViewToWire } from "#app/contracts/report-view.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readReportViews, saveReportView } from "#app/flows/reports/report-views.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { viewGiven } from "#app/http/report-view-change.ts";

export const loader = apiRoute({
  need: "read",
  run: async ({ context }) => ({ views: (await readReportViews(context.shopId)).map(reportViewToWire) }),
});

const save = apiRoute({
  need: "write",
  body: reportViewBody,
  status: 201,
  run: async ({ context, body, now }) => {
    const given = viewGiven(body, context.shop, now);
    if (isRefusal(given)) return given;
    const view = await saveReportView(context.shopId, given, now);
    return isRefusal(view) ? view : reportViewToWire(view);
  },
});

export function action(args: Parameters<typeof save>[0]) {
  return args.request.method === "POST" ? save(args) : methodNotAllowed("GET", "POST");
}
