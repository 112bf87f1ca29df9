import { messageOf } from "#app/i18n/fault-words.ts";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { affiliateWire } from "#app/contracts/affiliate.ts";
import { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import { codeWire } from "#app/contracts/code.ts";
import { payoutDetailsAnswerWire } from "#app/contracts/payout-details.ts";
import { payoutPauseWire } from "#app/contracts/payout.ts";
import { earnedInWordsWire } from "#app/contracts/portal.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { readDetails } from "#app/flows/affiliates/read-details.ts";
import { readEarned } from "#app/flows/affiliates/read-earned.ts";
import { resendInvitation } from "#app/flows/affiliates/send-invitation.ts";
import { hasEmailServer } from "#app/flows/affiliates/send-link.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { useDetailsNow } from "#app/flows/affiliates/use-details-now.ts";
import { deleteCode, pauseCode, renameCode, resumeCode } from "#app/flows/codes/change-code.ts";
import { assignDiscountCode, removeDiscountCode } from "#app/flows/codes/discount-codes.ts";
import { readCodes } from "#app/flows/codes/read-codes.ts";
import { adjustAffiliate, newAdjustmentId } from "#app/flows/commissions/adjust-balance.ts";
import { addOpeningBalance, newEntryId, writeOffBalance } from "#app/flows/commissions/balance-entries.ts";
import { pausePayouts, resumePayouts, readPayoutPause } from "#app/flows/payouts/pause-payouts.ts";
import { readPrograms } from "#app/flows/programs/read-programs.ts";
import { earnedInWords, writerFor } from "#app/http/explained.ts";
import { formAction, type FormInput } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { answered } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { programsOfCustomTerms } from "#app/store/programs.ts";
import { AffiliatePage } from "#app/ui/admin/affiliates/affiliate-page.tsx";
import { affiliateHistoryText } from "#app/ui/admin/affiliates/history-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  titleBelow("affiliates", shown?.affiliate.name);

export const headers: HeadersFunction = pageHeaders;

const commissionsShown = 10;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const view = await readAffiliate(shop, params["id"] ?? "");
  if (isRefusal(view)) throw data(messageOf(view.reason), { status: 404 });
  const { id: affiliateId } = view;
  const [{ earned }, history, customTerms, { programs }, { codes }, hold, details] = await Promise.all([
    readEarned(shopId, affiliateId, { limit: commissionsShown }, now).then(answered),
    listAudit(db(), shopId, { kind: "affiliate", id: affiliateId }),
    programsOfCustomTerms(db(), shopId, affiliateId),
    readPrograms(shop, { page: 1, limit: 50 }).then(answered),
    readCodes(shop, { affiliateId, page: 1, limit: 50 }).then(answered),
    readPayoutPause(shopId, affiliateId).then(answered),
    readDetails(shopId, affiliateId, now),
  ]);
  const words = writerFor(request, shop);
  return {
    affiliate: encode(affiliateWire, view),
    programs: programs.map(({ id, name, status }) => ({ id, name, status })),
    customTerms,
    codes: codes.map((one) => encode(codeWire, one)),
    commissions: earned.map((one) => encode(earnedInWordsWire, earnedInWords(one, view.name, words))),
    history: history.map((event) => ({
      id: event.auditId,
      text: affiliateHistoryText(event.action, event.details),
      actor: event.actorName,
      at: event.at.toISOString(),
    })),
    payoutDetails: encode(payoutDetailsAnswerWire, details),
    payoutPause: encode(payoutPauseWire, hold),
    currency: shop.currency,
    adjustmentId: newAdjustmentId(now),
    writeOffId: newEntryId("writeOff", now),
    openingBalanceId: newEntryId("openingBalance", now),
    canEmail: hasEmailServer(),
    timeZone: shop.timeZone,
  };
}

/** The forms of the page, distinguished by `intent`. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, affiliateForm, ({ context, fields }) =>
    orFailed(failures[fields.intent], () => changeAffiliate(params["id"] ?? "", { context, fields })),
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
  "pause-payouts": "Failed to put payouts on hold",
  "resume-payouts": "Failed to lift the hold",
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

type AffiliateFields = z.output<typeof affiliateForm>;
type AffiliateAnswer = {
  readonly ok: true;
  readonly intent: AffiliateFields["intent"];
  /** Link of an invitation that the merchant has to send; shown once. */
  readonly link?: string;
};

/** Runs the form's action on the affiliate. */
async function changeAffiliate(
  id: string,
  input: FormInput<AffiliateFields>,
): Promise<AffiliateAnswer | Refusal> {
  const { fields, context } = input;
  const done = { ok: true, intent: fields.intent } as const;
  if (fields.intent === "resend") {
    const sent = await resendInvitation(context, id, { showsLink: true });
    if (isRefusal(sent)) return sent;
    return sent.link === null ? done : { ...done, link: sent.link };
  }
  const result = await changeByIntent(id, { ...input, fields });
  return isRefusal(result) ? result : done;
}

type AffiliateChangeFields = Exclude<AffiliateFields, { readonly intent: "resend" }>;

async function changeByIntent(id: string, input: FormInput<AffiliateChangeFields>): Promise<unknown> {
  const { context, fields } = input;
  if (fields.intent === "edit") {
    const { intent: _intent, ...change } = fields;
    return await updateAffiliate(context, id, change);
  }
  if (fields.intent === "status") return await changeAffiliateStatus(context, id, fields);
  if ("code" in fields) return await changeCode(id, fields, input);
  if (fields.intent === "pause-payouts") return await pausePayouts(context, id, fields.note);
  if (fields.intent === "resume-payouts") return await resumePayouts(context, id);
  if (fields.intent === "use-details") return await useDetailsNow(context, id, fields.details);
  if (fields.intent === "write-off") return await writeOffBalance(context, id, fields);
  if (fields.intent === "opening-balance") return await addOpeningBalance(context, id, fields);
  return await adjustAffiliate(context, id, fields);
}

type CodeFields = Extract<AffiliateFields, { readonly code: string }>;

async function changeCode(id: string, fields: CodeFields, { context }: FormInput<AffiliateChangeFields>) {
  const named = { affiliateId: id, code: fields.code };
  const ending = { reason: "reason" in fields ? fields.reason : undefined };
  if (fields.intent === "assign-code") return await assignDiscountCode(context, id, fields.code);
  if (fields.intent === "remove-code") return await removeDiscountCode(context, named, ending);
  if (fields.intent === "rename-code") return await renameCode(context, named, fields.newCode.trim());
  if (fields.intent === "pause-code") return await pauseCode(context, named, ending);
  if (fields.intent === "resume-code") return await resumeCode(context, named);
  return await deleteCode(context, named, ending);
}
