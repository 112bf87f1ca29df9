import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { auditHeadWire } from "#app/contracts/audit.ts";
import { encode } from "#app/contracts/wire.ts";
import { importLimits } from "#app/domain/imports/import-reading.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { uploadAudit } from "#app/flows/imports/upload-audit.ts";
import { mayReadAllOrders } from "#app/flows/intake/start-import.ts";
import { readAuditList } from "#app/http/audits.ts";
import { plainFileName } from "#app/http/file-name.ts";
import { uploadAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { auditText as t } from "#app/ui/admin/audit/audit-text.ts";
import { AuditsPage } from "#app/ui/admin/audit/audits-page.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";

export const meta: MetaFunction = () => pageTitle("audit", "programs");

export const headers: HeadersFunction = pageHeaders;

const auditMegabytes = { megabytes: importLimits.csv.bytes / 1_000_000 };

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const audits = await readAuditList(shopId);
  return {
    audits: audits.map((one) => encode(auditHeadWire, one)),
    timeZone: shop.timeZone,
    mayReadAll: mayReadAllOrders(shop),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await uploadAction(request, auditMegabytes, ({ context, fileName, bytes }) =>
    orFailed(t("list.uploadFailed"), async () => {
      const auditId = await uploadAudit(context, { bytes, fileName: plainFileName(fileName) });
      return isRefusal(auditId) ? auditId : redirect(`/dashboard/programs/audit/${auditId}`);
    }),
  );
}

export default function Audits() {
  return <AuditsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
