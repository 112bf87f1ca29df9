import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { statementToWire } from "#app/contracts/provider-statement.ts";
import { reportBody, statementListQuery } from "#app/contracts/reconciliation.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readProviderStatements } from "#app/flows/payouts/read-reconciliation.ts";
import { reportsOffered, takeReport } from "#app/flows/payouts/read-report.ts";
import { fileAction, formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { takeFile } from "#app/http/take-file.ts";
import { ReconciliationsPage } from "#app/ui/admin/reconciliation/reconciliations-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction = () => [{ title: "Reconcile" }];

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { page, limit } = listQueryOf(request, statementListQuery);
  const { statements, total } = answered(await readProviderStatements(shopId, { page, limit }));
  return {
    statements: statements.map(statementToWire),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, statementListQuery),
    reports: await reportsOffered(shop),
    currency: shop.currency,
    timeZone: shop.timeZone,
  };
}

const pageOf = (statementId: string) => redirect(`/dashboard/affiliates/payouts/reconcile/${statementId}`);

/** Takes a statement in: a file that is brought, or the provider's own report of some days. */
export async function action({ request }: ActionFunctionArgs) {
  const isFile = (request.headers.get("Content-Type") ?? "").startsWith("multipart/");
  if (isFile) {
    return await fileAction(request, ({ context, given, now }) =>
      orFailed("Failed to read the statement", async () => {
        const taken = await takeFile(context, given, now);
        return isRefusal(taken) ? taken : pageOf(taken.statementId);
      }),
    );
  }
  return await formAction(request, reportBody, ({ context, fields, now }) =>
    orFailed("Failed to read the report", async () => {
      const taken = await takeReport(context.shop, fields, { actor: context.actor, now });
      return isRefusal(taken) ? taken : pageOf(taken.statementId);
    }),
  );
}

export default function Reconciliations() {
  return <ReconciliationsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Reconcile" message="Failed to fetch the statements" />;
}
