import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { auditForm, auditRowsQuery, auditWire } from "#app/contracts/audit.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { prepareAudit, startAudit } from "#app/flows/imports/start-audit.ts";
import { discardAudit, saveAuditReading } from "#app/flows/imports/upload-audit.ts";
import { mayReadAllOrders, startImport } from "#app/flows/intake/start-import.ts";
import { readAuditView } from "#app/http/audits.ts";
import { formAction } from "#app/http/form-action.ts";
import { localeOf } from "#app/http/locale.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { AuditPage } from "#app/ui/admin/audit/audit-page.tsx";
import { auditText as t } from "#app/ui/admin/audit/audit-text.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleBelow("audit", data?.audit.fileName);

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, auditRowsQuery);
  const locale = localeOf(request) ?? "en-US";
  const audit = await readAuditView(shopId, params["id"] ?? "", { ...query, locale, now });
  if (isRefusal(audit)) throw refusalPage(audit);
  return { audit: encode(auditWire, audit), currency: shop.currency, mayReadAll: mayReadAllOrders(shop) };
}

const list = "/dashboard/programs/audit";

export async function action({ request, params }: ActionFunctionArgs) {
  const auditId = params["id"] ?? "";
  return await formAction(request, auditForm, ({ context, fields }) =>
    orFailed(t("page.actionFailed"), async () => {
      const here = redirect(`${list}/${auditId}`);
      if (fields.intent === "delete") {
        const gone = await discardAudit(context.shopId, auditId);
        return isRefusal(gone) ? gone : redirect(list);
      }
      if (fields.intent === "read") {
        const saved = await saveAuditReading(context, auditId, fields.choices);
        return isRefusal(saved) ? saved : here;
      }
      const prepared = await prepareAudit(context, auditId, fields);
      if (isRefusal(prepared)) return prepared;
      if (prepared.questions !== null) return here;
      const importId = await startImport(context, { firstDay: prepared.firstDay });
      if (isRefusal(importId)) return importId;
      const started = await startAudit(context, auditId, importId);
      return isRefusal(started) ? started : here;
    }),
  );
}

export default function Audit() {
  return <AuditPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("page.failed")} />;
}
