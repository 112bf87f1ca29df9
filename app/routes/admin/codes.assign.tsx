import { messageOf } from "#app/i18n/fault-words.ts";
import { readAssignments, assignCodes, checkCodes } from "#app/flows/codes/assign-codes.ts";
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { assignForm } from "#app/contracts/discount-forms.ts";
import { storeSearchQuery } from "#app/contracts/discount.ts";
import { codeBatchWire } from "#app/contracts/code.ts";
import { encode } from "#app/contracts/wire.ts";
import { readCodeRows } from "#app/domain/pasted-lines.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { assignNamedCode } from "#app/flows/codes/discount-codes.ts";
import { searchStore } from "#app/flows/codes/read-codes.ts";
import { continueCodeBatch } from "#app/flows/codes/stop-batch.ts";
import { formAction, type FormInput, type FormProblem } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { parse } from "#app/http/parse.ts";
import { takePastedRows } from "#app/http/pasted-rows.ts";
import { maxPastedBytes } from "#app/http/read-body.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { AssignPage } from "#app/ui/admin/codes/assign-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { wordedBatch } from "#app/http/code-batches.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("codes", t("titles.assignCodes"));

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const query = parse(storeSearchQuery, Object.fromEntries(new URL(request.url).searchParams));
  const search = isRefusal(query) ? "" : query.search;
  const [found, assignments] = await Promise.all([searchStore(shop, search), readAssignments(shopId)]);
  const batches = assignments.slice(0, batchesShown).map((one) => encode(codeBatchWire, wordedBatch(one)));
  return isRefusal(found)
    ? { search, batches, found: [], fault: messageOf(found.reason) }
    : { search, batches, found, fault: null };
}

/** Number of recent batches shown, for failed ones. */
const batchesShown = 3;

/** The forms of the page, distinguished by `intent`. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(
    request,
    assignForm,
    (input) => orFailed(merchantTexts("codes")("assign.failed"), () => assign(input)),
    { mostBytes: maxPastedBytes },
  );
}

async function assign({ context, fields }: FormInput<z.output<typeof assignForm>>) {
  if (fields.intent === "many") {
    return await takePastedRows(
      { ...fields, rows: readCodeRows(fields.rows) },
      {
        check: (rows) => checkCodes(context.shopId, rows),
        save: (rows) => assignCodes(context, rows),
      },
    );
  }
  if (fields.intent === "go-on") {
    const batch = await continueCodeBatch(context, fields.id);
    return isRefusal(batch) ? batch : { ok: true };
  }
  const refusal = await assignNamedCode(context, fields.affiliateId, fields.code);
  return refusal ?? redirect(`/dashboard/affiliates/codes?search=${encodeURIComponent(fields.code)}`);
}

export default function AssignCode() {
  const posted = usePageAnswer<FormProblem>("one");
  return <AssignPage {...useLoaderData<typeof loader>()} refusal={posted ?? null} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.assignCodes")} message={merchantText("codes")("assign.loadFailed")} />;
}
