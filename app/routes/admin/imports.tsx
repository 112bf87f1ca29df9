import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { importHeadWire } from "#app/contracts/file-import.ts";
import { encode } from "#app/contracts/wire.ts";
import { importLimits } from "#app/domain/imports/import-reading.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { uploadImport } from "#app/flows/imports/upload-import.ts";
import { importHead } from "#app/http/file-imports.ts";
import { plainFileName } from "#app/http/file-name.ts";
import { uploadAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { listFileImports } from "#app/store/file-imports.ts";
import { importsText as t } from "#app/ui/admin/imports/imports-text.ts";
import { ImportsPage } from "#app/ui/admin/imports/imports-page.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";

export const meta: MetaFunction = () => pageTitle("imports", "affiliates");

export const headers: HeadersFunction = pageHeaders;

const shownAtMost = 100;
const importMegabytes = { megabytes: importLimits.csv.bytes / 1_000_000 };

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const imports = await listFileImports(db(), shopId, { limit: shownAtMost, offset: 0 });
  return {
    imports: imports.map((one) => encode(importHeadWire, importHead(one))),
    timeZone: shop.timeZone,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await uploadAction(request, importMegabytes, ({ context, fileName, bytes }) =>
    orFailed(t("list.uploadFailed"), async () => {
      const kept = await uploadImport(context, { bytes, fileName: plainFileName(fileName), system: null });
      return isRefusal(kept) ? kept : redirect(`/dashboard/affiliates/import/${kept.importId}`);
    }),
  );
}

export default function Imports() {
  return <ImportsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
