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
import { invitationDays } from "#app/domain/affiliate.ts";
import { askForDetails } from "#app/flows/affiliates/remind-of-details.ts";
import { readOwnPayouts } from "#app/flows/affiliates/read-own-payouts.ts";
import { readRecentFigures } from "#app/flows/reports/read-recent-figures.ts";
import { affiliateWire, recentFiguresWire } from "#app/contracts/affiliate.ts";
import { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import { codeWire } from "#app/contracts/code.ts";
import { payoutDetailsAnswerWire } from "#app/contracts/payout-details.ts";
import { payoutPauseWire } from "#app/contracts/payout.ts";
import { earnedInWordsWire, ownPayoutWire } from "#app/contracts/portal.ts";
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
import { merchantText } from "#app/ui/texts/use-text.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  titleBelow("affiliates", shown?.affiliate.name);

export const headers: HeadersFunction = pageHeaders;

const commissionsShown = 5;
const payoutsShown = 5;
const invitationMs = invitationDays * 86_400_000;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const view = await readAffiliate(shop, params["id"] ?? "");
  if (isRefusal(view)) throw data(messageOf(view.reason), { status: 404 });
  const { id: affiliateId } = view;
  const [{ earned }, history, customTerms, { programs }, { codes }, hold, details, { payouts }, recent] =
    await Promise.all([
      readEarned(shopId, affiliateId, { limit: commissionsShown }, now).then(answered),
      listAudit(db(), shopId, { kind: "affiliate", id: affiliateId }),
      programsOfCustomTerms(db(), shopId, affiliateId),
      readPrograms(shop, { page: 1, limit: 50 }).then(answered),
      readCodes(shop, { affiliateId, page: 1, limit: 50 }).then(answered),
      readPayoutPause(shopId, affiliateId).then(answered),
      readDetails(shopId, affiliateId, now),
      readOwnPayouts({ shopId, affiliateId }, { limit: payoutsShown }).then(answered),
      readRecentFigures(shop, affiliateId, now),
    ]);
  const invitation =
    view.status === "invited" && view.invitedAt ? new Date(view.invitedAt.getTime() + invitationMs) : null;
  const words = writerFor(request, shop);
  return {
    affiliate: encode(affiliateWire, view),
    programs: programs.map(({ id, name, status }) => ({ id, name, status })),
    customTerms,
    codes: codes.map((one) => encode(codeWire, one)),
    commissions: earned.map((one) => encode(earnedInWordsWire, earnedInWords(one, view.name, words))),
    invitation: invitation && { endsAt: invitation.toISOString(), isOver: invitation <= now },
    payouts: payouts.map((one) => encode(ownPayoutWire, one)),
    recent: recent && encode(recentFiguresWire, recent),
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
    orFailed(merchantTexts("affiliates")(failures[fields.intent]), () =>
      changeAffiliate(params["id"] ?? "", { context, fields }),
    ),
  );
}

const failures = {
  edit: "edit.failed",
  status: "list.statusFailed",
  "assign-code": "failures.assignCode",
  "remove-code": "failures.removeCode",
  "rename-code": "failures.renameCode",
  "pause-code": "failures.pauseCode",
  "resume-code": "failures.resumeCode",
  "delete-code": "failures.deleteCode",
  resend: "invite.failed",
  "ask-for-details": "failures.askForDetails",
  "pause-payouts": "failures.pausePayouts",
  "resume-payouts": "failures.resumePayouts",
  "use-details": "failures.useDetails",
  adjust: "failures.adjust",
  "write-off": "failures.writeOff",
  "opening-balance": "failures.openingBalance",
} as const;

export default function Affiliate() {
  return <AffiliatePage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const t = merchantText("affiliates");
  return <FetchFault title={t("page.title")} message={t("page.failed")} />;
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
  if (fields.intent === "ask-for-details") return await askForDetails(context, id);
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
