import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewCsvHead, previewCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutPreviewQuery } from "#app/contracts/payout.ts";
import { judgedToWire } from "#app/contracts/payout-to-wire.ts";
import { isShown, judgedPages } from "#app/flows/payouts/preview-batch.ts";
import { csvLine, csvResponse } from "#app/http/csv.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { candidatesOf, previewFilterOf } from "#app/http/payout-input.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";

/** A preview as a file: everybody whom the filters leave. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, payoutPreviewQuery);
  const at = requestTime();
  const asked = candidatesOf(query, shop, at);
  const filter = previewFilterOf(query);
  return csvResponse("payout-preview.csv", linesOf(judgedPages(shopId, asked, at), asked.currency, filter));
}

async function* linesOf(
  pages: ReturnType<typeof judgedPages>,
  currency: string,
  filter: Parameters<typeof isShown>[1],
) {
  yield csvLine(previewCsvHead);
  for await (const page of pages) {
    const shown = page.filter((one) => isShown(one, filter));
    yield shown.map((one) => csvLine(previewCsvRow(judgedToWire(one, currency)))).join("");
  }
}
