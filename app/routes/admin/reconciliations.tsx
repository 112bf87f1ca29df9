import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { providerStatementWire, reportBody, statementListQuery } from "#app/contracts/reconciliation.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readProviderStatements } from "#app/flows/payouts/read-reconciliation.ts";
import { statementViewOf } from "#app/flows/payouts/reconciliation-views.ts";
import { reportsOffered, importReport } from "#app/flows/payouts/read-report.ts";
import { plainFileName } from "#app/http/file-name.ts";
import { fileAction, formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { statementInWords } from "#app/http/reconciliation-words.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { findImported, lastReportDays, uploadStatement } from "#app/http/statement-upload.ts";
import { reconciliationText as t } from "#app/ui/admin/reconciliation/reconciliation-text.ts";
import { ReconciliationsPage } from "#app/ui/admin/reconciliation/reconciliations-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("reconciliation", "payouts");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId } = context;
  const { page, limit } = listQueryOf(request, statementListQuery);
  const { statements, total } = answered(await readProviderStatements(shopId, { page, limit }));
  return {
    statements: statements.map((one) =>
      encode(providerStatementWire, statementInWords(statementViewOf(one))),
    ),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, statementListQuery),
    reports: await reportsOffered(shop),
    lastDays: lastReportDays(context),
    timeZone: shop.timeZone,
  };
}

const reconciliation = "/dashboard/affiliates/payouts/reconcile";

/** Uploads a statement file and redirects to the page of its reading, or imports a provider's report. */
export async function action({ request }: ActionFunctionArgs) {
  const isFile = (request.headers.get("Content-Type") ?? "").startsWith("multipart/");
  if (isFile) {
    return await fileAction(request, ({ context, given: { said, bytes } }) =>
      orFailed(t("upload.failed"), async () => {
        const imported = await findImported(context, bytes);
        if (imported) {
          const message = t("upload.known");
          return { ok: false as const, message, errors: [], imported };
        }
        const fileName = plainFileName(said["fileName"] ?? "");
        const draft = await uploadStatement(context, { bytes, fileName });
        return isRefusal(draft) ? draft : redirect(`${reconciliation}/uploads/${draft.draftId}`);
      }),
    );
  }
  return await formAction(request, reportBody, ({ context, fields }) =>
    orFailed(t("report.failed"), async () => {
      const taken = await importReport(context, fields);
      return isRefusal(taken) ? taken : redirect(`${reconciliation}/${taken.statementId}`);
    }),
  );
}

export default function Reconciliations() {
  return <ReconciliationsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
