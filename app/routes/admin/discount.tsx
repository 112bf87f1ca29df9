import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { discountForm } from "#app/contracts/discount-forms.ts";
import { codeToWire } from "#app/contracts/discount-to-wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { changeDiscount } from "#app/http/discount-change.ts";
import { discountView } from "#app/http/discount-wire.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered, refusalStatus } from "#app/http/respond.ts";
import { DiscountPage } from "#app/ui/admin/codes/discount-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.discount.title ?? "Discount" },
];

export const headers: HeadersFunction = pageHeaders;

const codesShown = 50;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId } = context;
  const discountId = params["id"] ?? "";
  const discount = await discountView(context, discountId);
  if (isRefusal(discount)) throw new Response(discount.message, { status: refusalStatus(discount) });
  const [{ codes }, { programs }] = await Promise.all([
    readCodes(shopId, { discountId, page: 1, limit: codesShown }).then(answered),
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
  ]);
  return {
    discount,
    codes: codes.map((one) => codeToWire(one, shop.currency)),
    programs: programs.map(({ programId, name }) => ({ id: programId, name })),
    currency: shop.currency,
    timeZone: shop.timeZone,
  };
}

/** The forms of the page, told apart by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, discountForm, ({ context, fields, now }) =>
    orFailed(failures[fields.intent], () => changeDiscount(params["id"] ?? "", { context, fields, now })),
  );
}

const failures = {
  status: "Failed to update the discount",
  check: "Failed to check the discount",
  delete: "Failed to delete the discount",
  "add-codes": "Failed to add codes",
  "go-on": "Failed to go on with the codes",
  newcomers: "Failed to save who gets codes",
};

export default function Discount() {
  return <DiscountPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Discount" message="Failed to fetch discount" />;
}
