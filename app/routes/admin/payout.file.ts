import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRefusal } from "#app/domain/refusal.ts";
import { readFile } from "#app/flows/payouts/bank-files.ts";
import { bankFileResponse } from "#app/http/bank-file-response.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";

/** A bank file that was created: the same bytes every time. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page", need: "write" });
  const file = await readFile(shopId, params["id"] ?? "");
  if (isRefusal(file)) throw refusalPage(file);
  return bankFileResponse(file);
}
