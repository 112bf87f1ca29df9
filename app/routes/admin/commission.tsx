import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { commissionForm } from "#app/contracts/commission-handling.ts";
import { commissionDetailWire } from "#app/contracts/commission.ts";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { flagWire } from "#app/contracts/flag.ts";
import { encode, money } from "#app/contracts/wire.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { adjustCommission, newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { flagView } from "#app/flows/fraud/read-flags.ts";
import { commissionInWords, explanationInWords, writerFor } from "#app/http/explained.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { wordedFlag } from "#app/http/flag-words.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { flagsAbout } from "#app/store/flags.ts";
import { CommissionPage, commissionTitle } from "#app/ui/admin/commissions/commission-page.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("commissions", data && commissionTitle(data.commission));

const t = merchantText("commissions");

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, domain, now } = await requireShop(request, { as: "page" });
  const found = await readCommission(shopId, params["id"] ?? "", now);
  if (isRefusal(found)) throw refusalPage(found);
  const { order } = found;
  const words = writerFor(request, shop);
  const explained = found.kind === "order" && order ? await readExplanation(shopId, order.id, domain) : null;
  const flags = order === null ? [] : await flagsAbout(db(), shopId, { kind: "order", ids: [order.id] });
  return {
    commission: encode(commissionDetailWire, commissionInWords(found, words)),
    explained:
      explained === null || isRefusal(explained)
        ? null
        : encode(orderExplanationWire, explanationInWords({ ...explained, commissions: [] }, words)),
    flags: flags.map((one) => encode(flagWire, wordedFlag(flagView(one)))),
    timeZone: shop.timeZone,
    wouldOwe: found.wouldOwe && encode(money, found.wouldOwe),
    adjustmentId: newAdjustmentId(now),
  };
}

/** The forms of the page, distinguished by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, commissionForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")(failures[fields.intent]), () =>
      changeCommission(params["id"] ?? "", { context, fields }),
    ),
  );
}

const failures = {
  decide: "decision.save",
  adjust: "commission.adjust",
  reassign: "commission.changeAffiliate",
} as const;

export default function Commission() {
  return <CommissionPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("page.untitled")} message={t("page.failed")} />;
}

type CommissionFields = z.output<typeof commissionForm>;
type CommissionAnswer = { readonly ok: true; readonly intent: CommissionFields["intent"] };

/** Runs the form's action on the commission. */
async function changeCommission(
  id: string,
  input: FormInput<CommissionFields>,
): Promise<CommissionAnswer | Refusal> {
  const result = await changeByIntent(id, input);
  return isRefusal(result) ? result : { ok: true, intent: input.fields.intent };
}

async function changeByIntent(
  id: string,
  { context, fields }: FormInput<CommissionFields>,
): Promise<unknown> {
  const { shopId } = context;
  if (fields.intent === "decide") return await decideCommission(context, id, fields);
  if (fields.intent === "adjust") return await adjustCommission(context, id, fields);
  const found = await readCommission(shopId, id, context.now);
  if (isRefusal(found)) return found;
  const { affiliateId: affiliate, programId, note } = fields;
  const orderId = found.kind === "order" && found.order !== null ? found.order.id : "";
  return await reassignOrder(context, orderId, { affiliate, programId, note });
}
