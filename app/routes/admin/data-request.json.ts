import { refusalPage } from "#app/http/respond.ts";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRefusal } from "#app/domain/refusal.ts";
import { openAnswer } from "#app/flows/privacy/data-requests.ts";
import { dataRequestAnswer } from "#app/http/data-request-answer.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** The data of a customer's request, as a file for the customer. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shopId } = await requireShop(request, { as: "page", need: "write" });
  const text = await openAnswer(shopId, new URL(request.url).searchParams.get("id") ?? "");
  if (isRefusal(text)) return refusalPage(text);
  return new Response(JSON.stringify(dataRequestAnswer(text), null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="data-request.json"',
      "Cache-Control": "private, no-store",
      Vary: "Authorization, Cookie",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
