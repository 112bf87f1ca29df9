import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportedFile } from "#app/http/list-exports.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** A list as a file. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shop, now } = await requireShop(request, { as: "page" });
  const { file, id } = params;
  return (await exportedFile({ file, id }, { shop, request, now })) ?? redirect("/not-found");
}
