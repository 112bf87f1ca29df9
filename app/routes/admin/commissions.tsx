import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { commissionEntryWire, commissionListQuery } from "#app/contracts/commission.ts";
import { commissionsForm } from "#app/contracts/commission-handling.ts";
import { missedMinimumsWire } from "#app/contracts/balances.ts";
import { encode } from "#app/contracts/wire.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readMinimumsNotReached } from "#app/flows/payouts/read-pending-balance.ts";
import { readCommissions } from "#app/flows/commissions/read-commissions.ts";
import { decideMany } from "#app/flows/commissions/decide-commissions.ts";
import { namePayout } from "#app/flows/payouts/read-payouts.ts";
import { chosenAffiliate, chosenProgram } from "#app/http/applied-filters.ts";
import { entryInWords, writerFor } from "#app/http/explained.ts";
import { formAction } from "#app/http/form-action.ts";
import { commissionFilterOf } from "#app/http/list-filters.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { hasManualApproval } from "#app/store/programs.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { CommissionsPage } from "#app/ui/admin/commissions/commissions-page.tsx";
import { changedWords } from "#app/http/refusal-words.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("commissions");

const t = merchantText("commissions");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, commissionListQuery);
  const { page, limit } = query;
  const [found, affiliate, program, payout, toApprove] = await Promise.all([
    readCommissions(shopId, { ...commissionFilterOf(query, shop.timeZone), page, limit }, now),
    chosenAffiliate(shop, query.affiliate),
    chosenProgram(shop, query.program),
    query.payout ? namePayout(shopId, query.payout) : null,
    countToApprove(shopId, now),
  ]);
  if (isRefusal(found)) throw refusalPage(found);
  const { entries, total } = found;
  const words = writerFor(request, shop);
  const commissions = entries.map((one) => encode(commissionEntryWire, entryInWords(one, words)));
  const approved = commissions.filter((one) => one.status === "approved");
  const missed = await readMinimumsNotReached(
    shopId,
    approved.map((one) => one.affiliate.id),
  );
  return {
    commissions,
    missedMinimums: encode(missedMinimumsWire, missed),
    pagination: { page, limit, total },
    timeZone: shop.timeZone,
    program,
    payout: query.payout ? { id: query.payout, name: payout } : null,
    affiliate,
    toApprove,
    fault: addressFaultOf(request, commissionListQuery),
  };
}

/** Null if every program approves automatically. */
async function countToApprove(shopId: ShopId, now: Date): Promise<number | null> {
  if (!(await hasManualApproval(db(), shopId))) return null;
  const found = await readCommissions(shopId, { status: "to_approve", page: 1, limit: 1 }, now);
  return isRefusal(found) ? 0 : found.total;
}

/** One decision about the selected commissions. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, commissionsForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("decision.save"), async () => {
      const result = changedWords(await decideMany(context, fields));
      const status = fields.kind === "unheld" ? "no-longer-held" : fields.kind;
      return { ok: true as const, status, ...result };
    }),
  );
}

export default function Commissions() {
  return <CommissionsPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
