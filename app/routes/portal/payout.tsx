import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ownPayoutDetailWire } from "#app/contracts/portal.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readOwnPayout } from "#app/flows/affiliates/read-own-payouts.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { shopInfoOf } from "#app/http/shop-info.ts";
import { OwnPayoutPage } from "#app/ui/portal/own-payout-page.tsx";
import { titleIn } from "#app/ui/texts/texts-provider.tsx";

export const meta: MetaFunction = ({ matches }) => titleIn(matches, "portal", (t) => t("payout.title"));

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", Vary: "Cookie" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, affiliate } = await requireAffiliate(request);
  const read = await readOwnPayout(affiliate, params["id"] ?? "");
  if (isRefusal(read)) throw refusalPage(read);
  const { name: shopName, contactEmail, timeZone } = shopInfoOf(shop);
  return {
    ...encode(ownPayoutDetailWire, read),
    shop: { name: shopName, contactEmail },
    timeZone,
  };
}

export default function OwnPayout() {
  return <OwnPayoutPage {...useLoaderData<typeof loader>()} />;
}
