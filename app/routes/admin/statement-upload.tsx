import { messageOf } from "#app/i18n/fault-words.ts";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { choicesFromAddress, statementDraftWire, uploadForm } from "#app/contracts/statement-draft.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { discardDraft } from "#app/flows/payouts/statement-drafts.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { confirmUpload, readUploadedStatement, uploadView } from "#app/http/statement-upload.ts";
import { reconciliationText as t } from "#app/ui/admin/reconciliation/reconciliation-text.ts";
import { StatementUploadPage } from "#app/ui/admin/reconciliation/statement-upload-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  titleBelow("reconciliation", shown?.upload.fileName);

export const headers: HeadersFunction = pageHeaders;

const reconciliation = "/dashboard/affiliates/payouts/reconcile";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const corrections = choicesFromAddress(new URL(request.url).searchParams);
  const found = await readUploadedStatement(context, { draftId: params["id"] ?? "", corrections });
  if (isRefusal(found)) throw data(messageOf(found.reason), { status: 404 });
  const { statementId } = found.draft;
  if (statementId !== null) throw redirect(`${reconciliation}/${statementId}`);
  return { upload: encode(statementDraftWire, uploadView(found)) };
}

/** Corrections are in the URL, so the confirmed reading is the shown one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const draftId = params["id"] ?? "";
  const corrections = choicesFromAddress(new URL(request.url).searchParams);
  return await formAction(request, uploadForm, ({ context, fields }) =>
    orFailed(t("columns.failedToImport"), async () => {
      if (fields.intent === "discard") {
        const gone = await discardDraft(context.shopId, draftId);
        return isRefusal(gone) ? gone : redirect(reconciliation);
      }
      const { rememberAs } = fields;
      const statement = await confirmUpload(context, { draftId, corrections, rememberAs });
      return isRefusal(statement) ? statement : redirect(`${reconciliation}/${statement.statementId}`);
    }),
  );
}

export default function StatementUpload() {
  return <StatementUploadPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("columns.title")} message={t("columns.failed")} />;
}
