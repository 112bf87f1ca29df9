import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { commissionForm } from "#app/contracts/commission-handling.ts";
import { commissionDetailToWire } from "#app/contracts/commission-to-wire.ts";
import { flagToWire } from "#app/contracts/flag.ts";
import { moneyToWire } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { readFlagsOfOrder } from "#app/flows/fraud/read-flags.ts";
import { changeCommission } from "#app/http/commission-change.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalStatus } from "#app/http/respond.ts";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { CommissionPage } from "#app/ui/admin/commissions/commission-page.tsx";

export const meta: MetaFunction = () => [{ title: "Commission" }];

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const now = requestTime();
  const found = await readCommission(shopId, params["id"] ?? "", now);
  if (isRefusal(found)) throw new Response(found.message, { status: refusalStatus(found) });
  const { wouldOweMinor } = found;
  const { orderId } = found.commission.commission;
  const flags = orderId === null ? [] : await readFlagsOfOrder(shopId, orderId);
  const { currency } = found.commission.commission;
  return {
    commission: commissionDetailToWire(found),
    flags: flags.map(flagToWire),
    timeZone: shop.timeZone,
    wouldOwe: wouldOweMinor > 0n ? moneyToWire(wouldOweMinor, currency) : null,
    adjustmentId: newAdjustmentId(now),
  };
}

/** The forms of the page, told apart by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, commissionForm, ({ context, fields, now }) =>
    orFailed(failures[fields.intent], () => changeCommission(params["id"] ?? "", { context, fields, now })),
  );
}

const failures = {
  decide: "Failed to save the decision",
  adjust: "Failed to adjust",
  reassign: "Failed to give the credit to another affiliate",
};

export default function Commission() {
  return <CommissionPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Commission" message="Failed to fetch commission" />;
}
