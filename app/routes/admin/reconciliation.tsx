import { messageOf } from "#app/i18n/fault-words.ts";
import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  lineFilterOf,
  lineListQuery,
  providerStatementWire,
  statementForm,
  statementLineWire,
} from "#app/contracts/reconciliation.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { compareAgain, readLines, readProviderStatement } from "#app/flows/payouts/read-reconciliation.ts";
import { lineViewOf, statementViewOf } from "#app/flows/payouts/reconciliation-views.ts";
import { resolveLines, settleMatched } from "#app/flows/payouts/resolve-lines.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { lineInWords, statementInWords } from "#app/http/reconciliation-words.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { reconciliationText as t } from "#app/ui/admin/reconciliation/reconciliation-text.ts";
import { ReconciliationPage } from "#app/ui/admin/reconciliation/reconciliation-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { statementName } from "#app/ui/admin/reconciliation/match-words.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  titleBelow("reconciliation", shown && statementName(shown.statement, shown.timeZone));

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const view = await readProviderStatement(shopId, params["id"] ?? "");
  if (isRefusal(view)) throw data(messageOf(view.reason), { status: 404 });
  const { page, limit, ...narrowed } = listQueryOf(request, lineListQuery);
  const { lines, total } = answered(await readLines(view.statement, lineFilterOf(narrowed), { page, limit }));
  return {
    statement: encode(providerStatementWire, statementInWords(statementViewOf(view))),
    lines: lines.map((one) => encode(statementLineWire, lineInWords(lineViewOf(one)))),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, lineListQuery),
    timeZone: shop.timeZone,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const id = params["id"] ?? "";
  return await formAction(request, statementForm, ({ context, fields }) =>
    orFailed(t("statement.failedToChange"), async () => {
      if (fields.intent === "again") {
        const again = await compareAgain(context.shopId, id);
        return isRefusal(again) ? again : { ok: true as const, text: t("statement.comparing") };
      }
      if (fields.intent === "settle-matched") {
        const marked = await settleMatched(context, id);
        return isRefusal(marked) ? marked : { ok: true as const, text: t("done.marked", { count: marked }) };
      }
      const { lines: numbers, intent: _intent, ...asked } = fields;
      const done = await resolveLines(context, id, { numbers, ...asked });
      if (isRefusal(done)) return done;
      return { ok: true as const, text: t(`done.rows.${fields.step}`, { count: done }) };
    }),
  );
}

export default function Reconciliation() {
  return <ReconciliationPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("statement.title")} message={t("statement.failed")} />;
}
