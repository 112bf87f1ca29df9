import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orderExplanationWire } from "#app/contracts/order.ts";
import { ownExplanationOf } from "#app/contracts/own-explanation.ts";
import { earnedWire } from "#app/contracts/portal.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readEarnedOfOrder } from "#app/flows/affiliates/read-earned.ts";
import { readOwnExplanation } from "#app/flows/orders/read-orders.ts";
import { explanationInWords, writerFor } from "#app/http/explained.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { answered, refusalPage } from "#app/http/respond.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { OwnOrderPage } from "#app/ui/portal/own-order-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleIn(matches, "portal", (t) =>
    data ? t("order.title", { name: data.explained.order.name }) : t("order.untitled"),
  );

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, affiliate } = await requireAffiliate(request);
  const { shopId, affiliateId } = affiliate;
  const [orderId, now] = [params["id"] ?? "", requestTime()];
  const explained = await readOwnExplanation(shopId, orderId, affiliateId);
  if (isRefusal(explained)) throw refusalPage(explained);
  const earned = answered(await readEarnedOfOrder(shopId, affiliateId, { orderId, now }));
  const whole = encode(
    orderExplanationWire,
    explanationInWords({ ...explained, commissions: [] }, writerFor(request, shopInfoOf(shop))),
  );
  return {
    explained: ownExplanationOf(
      whole,
      affiliateId,
      earned.map((one) => encode(earnedWire, one)),
    ),
    timeZone: shopInfoOf(shop).timeZone,
  };
}

export default function OwnOrder() {
  return <OwnOrderPage {...useLoaderData<typeof loader>()} />;
}
