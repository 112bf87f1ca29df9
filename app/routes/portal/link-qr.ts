import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRefusal } from "#app/domain/refusal.ts";
import { linkQrFile } from "#app/http/link-page.ts";
import { requireAffiliate } from "#app/http/require-affiliate.server.ts";

/** The QR code of one of the affiliate's own links as a file, SVG or PNG by its name. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shop, affiliate } = await requireAffiliate(request);
  const named = { linkId: params["id"] ?? "", owner: affiliate.affiliateId };
  const file = await linkQrFile(shop, named, params["file"] ?? "");
  return file === null || isRefusal(file) ? new Response(null, { status: 404 }) : file;
}
