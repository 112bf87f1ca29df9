import type { LoaderFunctionArgs } from "@remix-run/node";
import { candidateQuery, candidateWire } from "#app/contracts/reconciliation.ts";
import { encode } from "#app/contracts/wire.ts";
import { readCandidates } from "#app/flows/payouts/choose-payment.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered, json } from "#app/http/respond.ts";

/** Payments that may match a row of a statement. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page" });
  const { search = "" } = listQueryOf(request, candidateQuery);
  const number = Number(/^[1-9]\d{0,8}$/.exec(params["number"] ?? "")?.[0] ?? 0);
  const found = answered(await readCandidates(shopId, params["id"] ?? "", { number, search }));
  return json(found.map((one) => encode(candidateWire, one)));
}
