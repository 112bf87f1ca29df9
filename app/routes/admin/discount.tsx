import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { discountForm } from "#app/contracts/discount-forms.ts";
import { discountViewWire } from "#app/contracts/discount.ts";
import { codeWire } from "#app/contracts/code.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dropDiscount, pauseDiscount, resumeDiscount } from "#app/flows/codes/change-discount.ts";
import { checkDiscount } from "#app/flows/codes/check-codes.ts";
import { giveToNewcomers } from "#app/flows/codes/give-codes.ts";
import { addDiscountCodes } from "#app/flows/codes/create-discount.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { continueCodeBatch } from "#app/flows/codes/stop-batch.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered, refusalPage } from "#app/http/respond.ts";
import { DiscountPage } from "#app/ui/admin/codes/discount-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { merchantTexts } from "#app/i18n/texts.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { readWordedDiscount } from "#app/http/code-batches.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleBelow("discounts", data?.discount.title);

export const headers: HeadersFunction = pageHeaders;

const codesShown = 50;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const discountId = params["id"] ?? "";
  const discount = await readWordedDiscount(shop, discountId);
  if (isRefusal(discount)) throw refusalPage(discount);
  const [{ codes }, { programs }] = await Promise.all([
    readCodes(shop, { discountId, page: 1, limit: codesShown }).then(answered),
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
  ]);
  return {
    discount: encode(discountViewWire, discount),
    codes: codes.map((one) => encode(codeWire, one)),
    programs: programs.map(({ id, name }) => ({ id, name })),
    currency: shop.currency,
    timeZone: shop.timeZone,
  };
}

/** The forms of the page, distinguished by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, discountForm, ({ context, fields }) =>
    orFailed(merchantTexts("codes")(failures[fields.intent]), () =>
      changeDiscount(params["id"] ?? "", { context, fields }),
    ),
  );
}

const failures = {
  status: "discount.updateFailed",
  check: "discount.checkFailed",
  delete: "discount.deleteFailed",
  "add-codes": "discount.addFailed",
  "go-on": "discount.continueFailed",
  newcomers: "discount.newAffiliatesFailed",
} as const;

export default function Discount() {
  return <DiscountPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("codes");
  return <FetchFault title={t("discount.title")} message={t("discount.failed")} />;
}

type DiscountFields = z.output<typeof discountForm>;
type DiscountAnswer = { readonly ok: true; readonly intent: DiscountFields["intent"] };

/** Runs the form's action on the discount. */
async function changeDiscount(
  id: string,
  input: FormInput<DiscountFields>,
): Promise<DiscountAnswer | Refusal> {
  const result = await changeByIntent(id, input);
  return isRefusal(result) ? result : { ok: true, intent: input.fields.intent };
}

async function changeByIntent(id: string, { context, fields }: FormInput<DiscountFields>): Promise<unknown> {
  const { shop } = context;
  if (fields.intent === "check") return await checkDiscount(shop, id, context.now);
  if (fields.intent === "delete") return await dropDiscount(context, id, fields.reason);
  if (fields.intent === "status") {
    return fields.status === "paused"
      ? await pauseDiscount(context, id, fields.reason)
      : await resumeDiscount(context, id);
  }
  if (fields.intent === "newcomers") {
    return await giveToNewcomers(context, id, fields.programId === "" ? null : fields.programId);
  }
  if (fields.intent === "go-on") return await continueCodeBatch(context, fields.id);
  const { template, who, programId, affiliateIds } = fields;
  const wanted = who === "program" ? { programId, affiliateIds: [] } : { affiliateIds };
  return await addDiscountCodes(context, id, { template, ...wanted });
}
