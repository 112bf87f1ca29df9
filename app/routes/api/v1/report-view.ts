import { reportViewBody, reportViewToWire } from "#app/contracts/report-view.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { changeReportView, removeReportView } from "#app/flows/reports/report-views.ts";
import { apiRoute, methodNotAllowed } from "#app/http/api-route.ts";
import { viewGiven } from "#app/http/report-view-change.ts";

const change = apiRoute({
  need: "write",
  body: reportViewBody,
  run: async ({ context, params, body, now }) => {
    const given = viewGiven(body, context.shop, now);
    if (isRefusal(given)) return given;
    const view = await changeReportView(context.shopId, params["id"] ?? "", { given, now });
    return isRefusal(view) ? view : reportViewToWire(view);
  },
});

const remove = apiRoute({
  need: "write",
  run: async ({ context, params }) =>
    (await removeReportView(context.shopId, params["id"] ?? "")) ?? { removed: true },
});

export function loader() {
  return methodNotAllowed("PUT", "DELETE");
}

export function action(args: Parameters<typeof change>[0]) {
  if (args.request.method === "PUT") return change(args);
  return args.request.method === "DELETE" ? remove(args) : methodNotAllowed("PUT", "DELETE");
}
