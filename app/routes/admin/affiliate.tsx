import {
  data,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import { standingToWire } from "#app/contracts/payout-details.ts";
import { payoutHoldToWire } from "#app/contracts/payout-to-wire.ts";
import { affiliateToWire } from "#app/contracts/affiliate-to-wire.ts";
import { earnedToWire } from "#app/contracts/portal.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate, readAffiliateHistory } from "#app/flows/affiliates/read-affiliates.ts";
import { readDetails } from "#app/flows/affiliates/read-details.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { hasMailServer } from "#app/flows/affiliates/send-link.ts";
import { codeToWire } from "#app/contracts/discount-to-wire.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { readOwnPrograms } from "#app/flows/programs/own-terms.ts";
import { newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { newEntryId } from "#app/flows/commissions/balance-entries.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { readHold } from "#app/flows/payouts/hold-affiliate.ts";
import { changeAffiliate } from "#app/http/affiliate-change.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requestTime } from "#app/http/request-time.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { AffiliatePage } from "#app/ui/admin/affiliates/affiliate-page.tsx";
import { FetchFault } from "#app/ui/shared/fetch-fault.tsx";
import { affiliateHistoryText } from "#app/ui/admin/affiliates/history-text.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? shown.affiliate.name : "Affiliate" },
];

export const headers: HeadersFunction = pageHeaders;

const commissionsShown = 10;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId } = await requireShop(request, { as: "page" });
  const view = await readAffiliate(shop, params["id"] ?? "");
  if (isRefusal(view)) throw data(view.message, { status: 404 });
  const { affiliateId } = view;
  const [{ earned }, history, ownTerms, { programs }, { codes }, hold, details] = await Promise.all([
    readEarned(shopId, affiliateId, { limit: commissionsShown }, requestTime()).then(answered),
    readAffiliateHistory(shopId, affiliateId),
    readOwnPrograms(shopId, affiliateId),
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
    readCodes(shopId, { affiliateId, page: 1, limit: 50 }).then(answered),
    readHold(shopId, affiliateId),
    readDetails(shopId, affiliateId, requestTime()),
  ]);
  return {
    affiliate: affiliateToWire(view),
    programs: programs.map(({ programId, name, status }) => ({ id: programId, name, status })),
    ownTerms,
    codes: codes.map((one) => codeToWire(one, shop.currency)),
    commissions: earned.map(earnedToWire),
    history: history.map((event) => ({
      id: event.auditId,
      text: affiliateHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
    payoutDetails: standingToWire(details),
    payoutHold: payoutHoldToWire(isRefusal(hold) ? null : hold),
    currency: shop.currency,
    adjustmentId: newAdjustmentId(requestTime()),
    writeOffId: newEntryId("writeOff", requestTime()),
    openingBalanceId: newEntryId("openingBalance", requestTime()),
    canEmail: hasMailServer(),
    timeZone: shop.timeZone,
  };
}

/** The forms of the page, told apart by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, affiliateForm, ({ context, fields, now }) =>
    orFailed(failures[fields.intent], () => changeAffiliate(params["id"] ?? "", { context, fields, now })),
  );
}

const failures = {
  edit: "Failed to update affiliate",
  status: "Failed to update affiliate status",
  "assign-code": "Failed to assign the discount code",
  "remove-code": "Failed to remove the discount code",
  "rename-code": "Failed to rename the discount code",
  "pause-code": "Failed to pause the discount code",
  "resume-code": "Failed to resume the discount code",
  "delete-code": "Failed to delete the discount code",
  resend: "Failed to invite affiliate",
  "hold-payouts": "Failed to put payouts on hold",
  "lift-payouts": "Failed to lift the hold",
  "use-details": "Failed to use the new payout details",
  adjust: "Failed to adjust",
  "write-off": "Failed to write off the balance",
  "opening-balance": "Failed to add the opening balance",
};

export default function Affiliate() {
  return <AffiliatePage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Affiliate" message="Failed to fetch affiliate" />;
}
