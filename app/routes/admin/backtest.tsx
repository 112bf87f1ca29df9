import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backtestWire } from "#app/contracts/backtest.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal, refuse } from "#app/domain/refusal.ts";
import { backtestInWords, backtestNamed, backtestPlace } from "#app/http/backtests.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { BacktestPage, backtestTitle } from "#app/ui/admin/backtests/backtest-page.tsx";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("backtests", data && backtestTitle(data));

const t = merchantText("backtests");

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const named = backtestNamed(params);
  const [place, backtest] = await Promise.all([
    backtestPlace(shop, named, now),
    backtestInWords(shopId, params["backtestId"] ?? "", now),
  ]);
  if (isRefusal(place)) throw refusalPage(place);
  if (isRefusal(backtest)) throw refusalPage(backtest);
  const { program, affiliate } = backtest;
  if (program !== (named.programId ?? null) || affiliate !== (named.affiliateId ?? null)) {
    throw refusalPage(refuse("not-found", { code: "not_found", what: "backtest" }));
  }
  return { backtest: encode(backtestWire, backtest), place, timeZone: shop.timeZone };
}

export default function Backtest() {
  return <BacktestPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("page.untitled")} message={t("page.failed")} />;
}
