import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireShop } from "#app/http/require-shop.server.ts";

const payouts = "/dashboard/affiliates/payouts";

/** Redirects addresses of earlier versions. All but /person keep their query. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  await requireShop(request, { as: "page" });
  const { pathname, searchParams } = new URL(request.url);
  const id = encodeURIComponent(params["id"] ?? "");
  if (pathname.endsWith("/person")) return moved(`${payouts}?view=needs-attention`);
  const query = searchParams.size === 0 ? "" : `?${searchParams.toString()}`;
  if (pathname.endsWith("/owed")) return moved(`${payouts}/balances${query}`);
  if (pathname.endsWith("/left-out")) return moved(`${payouts}/${id}/skipped${query}`);
  return moved(`${payouts}/payments/${id}${query}`);
}

function moved(url: string): Response {
  return redirect(url, 301);
}
