import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { claimWire } from "#app/contracts/claim.ts";
import { reassignForm } from "#app/contracts/commission-handling.ts";
import { flagWire } from "#app/contracts/flag.ts";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { encode, money } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { claimView } from "#app/flows/attribution/claims.ts";
import { readEntriesOf } from "#app/flows/commissions/read-commissions.ts";
import { wouldOweForOrder } from "#app/flows/commissions/adjust-balance.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { flagView } from "#app/flows/fraud/read-flags.ts";
import { explanationInWords, writerFor } from "#app/http/explained.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { wordedFlag } from "#app/http/flag-words.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered, refusalPage } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { claimsToOrder } from "#app/store/claims.ts";
import { flagsAbout } from "#app/store/flags.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { OrderPage } from "#app/ui/admin/orders/order-page.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("orders", data?.explained.order.name);

const t = merchantText("orders");

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, domain, now } = await requireShop(request, { as: "page" });
  const explained = await readExplanation(shopId, params["id"] ?? "", domain);
  if (isRefusal(explained)) throw refusalPage(explained);
  const { order, commissionIds } = explained;
  const [owed, commissions, claims, flags, { programs }] = await Promise.all([
    wouldOweForOrder(shopId, order.id),
    readEntriesOf(shopId, commissionIds, now),
    claimsToOrder(db(), shopId, order.id),
    flagsAbout(db(), shopId, { kind: "order", ids: [order.id] }),
    readPrograms(shop, { page: 1, limit: 50, sort: "name" }).then(answered),
  ]);
  return {
    explained: encode(
      orderExplanationWire,
      explanationInWords({ ...explained, commissions }, writerFor(request, shop)),
    ),
    claims: claims.map((one) => encode(claimWire, claimView(one))),
    flags: flags.map((one) => encode(flagWire, wordedFlag(flagView(one)))),
    programs: programs.map(({ id, name }) => ({ id, name })),
    wouldOwe: owed && encode(money, owed),
    shopifyUrl: `https://${domain}/admin/orders/${order.id}`,
    timeZone: shop.timeZone,
  };
}

/** Reassigns the order's credit. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, reassignForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("commission.changeAffiliate"), async () => {
      const { affiliateId: affiliate, intent, ...asked } = fields;
      const given = await reassignOrder(context, params["id"] ?? "", {
        ...asked,
        affiliate,
      });
      return isRefusal(given) ? given : { ok: true as const, intent };
    }),
  );
}

export default function Order() {
  return <OrderPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("page.untitled")} message={t("list.failed")} />;
}
