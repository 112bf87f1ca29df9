import type { LoaderFunctionArgs } from "@remix-run/node";
import { readLogoAt } from "#app/flows/shops/logo.ts";

/** A store's logo. Its URL contains its hash, so it never changes. */
export async function loader({ params }: LoaderFunctionArgs): Promise<Response> {
  const logo = await readLogoAt(params["shopId"] ?? "", params["hash"] ?? "");
  if (!logo) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(logo.bytes), {
    headers: {
      "Content-Type": logo.type,
      "Content-Length": String(logo.bytes.length),
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
