import type { LoaderFunctionArgs } from "@remix-run/node";
import { previewCsvHead, previewCsvRow } from "#app/contracts/payout-csv.ts";
import { payoutPreviewQuery } from "#app/contracts/payout.ts";
import { judgedToWire } from "#app/contracts/payout-to-wire.ts";
import { eachOfPayout, isShown, type Judged } from "#app/flows/payouts/preview-batch.ts";
import { listQueryOf } from "#app/http/page-query.ts";
import { pageChoiceOf, previewFilterOf } from "#app/http/payout-input.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { listFile } from "#app/http/written-file.ts";

/** A preview as a file: everybody whom the filters leave. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { shop } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, payoutPreviewQuery);
  const at = requestTime();
  const filter = previewFilterOf(query);
  return await listFile("payout-preview.csv", {
    head: previewCsvHead,
    row: (one: Judged) => previewCsvRow(judgedToWire(one)),
    read: (take) =>
      eachOfPayout(shop, pageChoiceOf(query, shop, at), { at }, (judged) =>
        take(judged.filter((one) => isShown(one, filter))),
      ),
  });
}
