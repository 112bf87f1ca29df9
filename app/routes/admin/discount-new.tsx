import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { discountInput } from "#app/contracts/discount.ts";
import { makeDiscountForm } from "#app/contracts/discount-forms.ts";
import { type FieldError, isRefusal } from "#app/domain/refusal.ts";
import { createStoreDiscount, previewCodes } from "#app/flows/codes/create-discount.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { chosenAffiliate } from "#app/http/applied-filters.ts";
import { formAction, type Misformed } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { parse } from "#app/http/parse.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { NewDiscountPage } from "#app/ui/admin/codes/new-discount-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("discounts", t("titles.createCodes"));

export const headers: HeadersFunction = pageHeaders;

/** `?affiliate=` fills in the affiliate, for the link on an affiliate's page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const asked = new URL(request.url).searchParams.get("affiliate") ?? undefined;
  const [{ programs }, affiliate] = await Promise.all([
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
    chosenAffiliate(shop, asked),
  ]);
  return {
    programs: programs.map(({ id, name }) => ({ id, name })),
    affiliate,
    currency: shop.currency,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return await formAction(
    request,
    makeDiscountForm,
    ({ context, fields }) =>
      orFailed(merchantTexts("codes")("create.failed"), async () => {
        const id = await createStoreDiscount(context, discountInput(fields));
        return isRefusal(id) ? id : redirect(`/dashboard/affiliates/discounts/${id}`);
      }),
    { alsoWrong: otherDiscountFaults },
  );
}

export default function NewDiscount() {
  const shown = useLoaderData<typeof loader>();
  return <NewDiscountPage {...shown} refusal={usePageAnswer<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.createCodes")} message={merchantText("codes")("create.loadFailed")} />;
}

/** Stands in for a missing template. */
const anyTemplate = "{NAME}";

/**
 * Finds the other errors of the form if some of its fields can't be parsed. Those are left out and the rest is
 * validated, without creating anything.
 */
async function otherDiscountFaults({ context, given, told }: Misformed): Promise<FieldError[]> {
  const unread = new Set(told.map(({ field }) => field.split(".")[0] ?? field));
  const read = Object.entries(given).filter(([name]) => !unread.has(name));
  const rest = Object.fromEntries(unread.has("template") ? [...read, ["template", anyTemplate]] : read);
  const fields = parse(makeDiscountForm, rest);
  if (isRefusal(fields)) return [];
  const found = await previewCodes(context.shop, discountInput(fields), context.now);
  return isRefusal(found) ? found.errors.filter(({ field }) => !unread.has(field)) : [];
}
