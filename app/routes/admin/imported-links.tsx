import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import {
  type CheckedImportedLinkWire,
  importedLinkForm,
  importedLinkListQuery,
  importedLinkWire,
} from "#app/contracts/imported-link.ts";
import { encode } from "#app/contracts/wire.ts";
import { readImportedLinkRows } from "#app/domain/pasted-lines.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import {
  addImportedLinks,
  checkImportedLinkRows,
  readImportedLinks,
  removeImportedLink,
} from "#app/flows/links/imported-links.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { takePastedRows } from "#app/http/pasted-rows.ts";
import { maxPastedBytes } from "#app/http/read-body.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { ImportedLinksPage } from "#app/ui/admin/links/imported-links-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { merchantTexts } from "#app/i18n/texts.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("importedLinks", "links");

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const { page, limit, search, affiliate: affiliateId } = listQueryOf(request, importedLinkListQuery);
  const [{ referrals, total }, affiliate] = await Promise.all([
    readImportedLinks(shopId, { filter: { affiliateId, search }, page, limit }).then(answered),
    chosenAffiliate(shop, affiliateId),
  ]);
  return {
    importedLinks: referrals.map((one) => encode(importedLinkWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, importedLinkListQuery),
    timeZone: shop.timeZone,
    affiliate,
  };
}

/** The forms of the page, distinguished by `intent`. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(
    request,
    importedLinkForm,
    (input) => orFailed(merchantTexts("links")("imported.saveFailed"), () => changeImportedLinks(input)),
    { mostBytes: maxPastedBytes },
  );
}

export default function ImportedLinks() {
  return <ImportedLinksPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("links");
  return <FetchFault title={t("imported.title")} message={t("imported.failed")} />;
}

type ImportedLinkFields = z.output<typeof importedLinkForm>;
type ImportedLinkAnswer =
  | { readonly ok: true; readonly intent: "add" | "remove" }
  | {
      readonly ok: true;
      readonly intent: "many";
      readonly added: number;
      readonly rows: readonly CheckedImportedLinkWire[];
    };

/** Runs the form's action on imported links. */
async function changeImportedLinks(
  input: FormInput<ImportedLinkFields>,
): Promise<ImportedLinkAnswer | Refusal> {
  const { fields, context } = input;
  if (fields.intent === "many") {
    return await takePastedRows(
      { ...fields, rows: readImportedLinkRows(fields.rows) },
      {
        check: (rows) => checkImportedLinkRows(context.shopId, rows),
        save: (rows) => addImportedLinks(context, rows),
      },
    );
  }
  if (fields.intent === "remove") {
    const refusal = await removeImportedLink(context, fields);
    return refusal ?? { ok: true, intent: "remove" };
  }
  const { parameter, value, affiliate } = fields;
  const { rows } = await addImportedLinks(context, [{ line: 1, parameter, value, affiliate }]);
  const fault = rows[0]?.fault;
  if (!fault) return { ok: true, intent: "add" };
  return rows[0]?.affiliateId ? refuse("conflict", fault, "value") : refuse("invalid", fault, "affiliate");
}
