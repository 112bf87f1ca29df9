import {
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { discountViewWire } from "#app/contracts/discount.ts";
import { editDiscountForm } from "#app/contracts/discount-forms.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { editDiscount } from "#app/flows/codes/edit-discount.ts";
import { readDiscount } from "#app/flows/codes/read-codes.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { EditDiscountPage } from "#app/ui/admin/codes/edit-discount-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction = () => titleBelow("discounts", t("titles.editDiscount"));

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const discount = await readDiscount(shop, params["id"] ?? "");
  if (isRefusal(discount)) throw refusalPage(discount);
  const { currency, timeZone } = shop;
  return { discount: encode(discountViewWire, discount), currency, timeZone };
}

export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, editDiscountForm, ({ context, fields }) =>
    orFailed(merchantTexts("codes")("edit.failed"), async () => {
      const id = params["id"] ?? "";
      const refusal = await editDiscount(context, id, fields);
      return refusal ?? redirect(`/dashboard/affiliates/discounts/${id}`);
    }),
  );
}

export default function EditDiscount() {
  const shown = useLoaderData<typeof loader>();
  return <EditDiscountPage {...shown} refusal={usePageAnswer<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("titles.editDiscount")} message={merchantText("codes")("edit.loadFailed")} />;
}
