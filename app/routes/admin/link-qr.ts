import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRefusal } from "#app/domain/refusal.ts";
import { linkQrFile } from "#app/http/link-page.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The QR code of a link as a file, SVG or PNG by its name. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const file = await linkQrFile(shop, { linkId: params["id"] ?? "" }, params["file"] ?? "");
  return file === null || isRefusal(file) ? new Response(null, { status: 404 }) : file;
}
