import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { movedAddress } from "#app/http/moved-addresses.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** Redirects a former address to the one that replaces it. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  await requireShop(request, { as: "page" });
  const { pathname, searchParams } = new URL(request.url);
  const address = movedAddress({ pathname, searchParams });
  if (address === null) throw new Response(null, { status: 404 });
  return redirect(address, 301);
}
