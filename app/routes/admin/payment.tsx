import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paymentDetailWire } from "#app/contracts/payout.ts";
import { encode } from "#app/contracts/wire.ts";
import { countCommissionsOf } from "#app/flows/commissions/read-commissions.ts";
import { readPayment } from "#app/flows/payouts/read-payouts.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { todayIn } from "#app/http/payout-input.ts";
import { paymentInWords } from "#app/http/payout-words.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { PaymentPage } from "#app/ui/admin/payouts/payment-page.tsx";
import { payoutText } from "#app/ui/admin/payouts/payout-text.ts";
import { paymentHistoryText } from "#app/ui/admin/payouts/payout-words.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { frameText as t } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  titleBelow("payouts", shown && t("titles.payment", { name: shown.payment.affiliate.name }));

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId, now } = context;
  const view = await readPayment(shopId, params["id"] ?? "");
  if (!view) throw data(payoutText("payment.missing"), { status: 404 });
  const affiliate = await findAffiliate(db(), shopId, view.payment.affiliate.id);
  return {
    email: affiliate?.email ?? "",
    payment: encode(paymentDetailWire, paymentInWords(view.payment)),
    commissionCount: await countCommissionsOf(shopId, view.payment.id, now),
    sectionStatus: view.sectionStatus,
    today: todayIn(context),
    history: view.history.map((event) => ({
      id: event.auditId,
      text: paymentHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
    timeZone: shop.timeZone,
  };
}

export default function PaymentRoute() {
  return <PaymentPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={payoutText("payment.untitled")} message={payoutText("payment.failed")} />;
}
