import { messageOf } from "#app/i18n/fault-words.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { holderWire, proofForm, proofPageQuery, proofWire } from "#app/contracts/ledger.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { compareBalances } from "#app/flows/ledger/read-balances.ts";
import { askForProof } from "#app/flows/proof/prove-books.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { proofOf } from "#app/http/proof-of-books.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { ProofPage } from "#app/ui/admin/proof/proof-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("ledger", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { page, limit, ...asked } = listQueryOf(request, proofPageQuery);
  const found = await proofOf(context, asked, context.now);
  if (isRefusal(found)) throw refusalPage(found);
  const compared = await compareBalances(context.shopId, { page, limit });
  const { holders, total } = isRefusal(compared) ? { holders: [], total: 0 } : compared;
  return {
    shown: encode(proofWire, found),
    small: found.small,
    late: isRefusal(compared) ? messageOf(compared.reason) : null,
    holders: holders.map((one) => encode(holderWire, one)),
    pagination: { page, limit, total },
    fault: addressFaultOf(request, proofPageQuery),
    timeZone: context.shop.timeZone,
  };
}

/** Starts a proof of the books in a job, because they may be large. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, proofForm, async ({ context }) => {
    await askForProof(context.shopId);
    return { ok: true as const };
  });
}

export default function Proof() {
  return <ProofPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.ledger")} message={merchantText("ledger")("failed")} />;
}
