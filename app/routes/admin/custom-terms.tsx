import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { customTermsForm, customTermsWire } from "#app/contracts/program.ts";
import { termsPlanWire, termsVersionWire } from "#app/contracts/terms-change.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  endCustomTerms,
  type CustomTermsView,
  planCustomTerms,
  readCustomTerms,
  saveCustomTerms,
  withdrawCustomTerms,
} from "#app/flows/programs/custom-terms.ts";
import { versionView } from "#app/flows/programs/read-programs.ts";
import { draftTermsAsked } from "#app/http/backtests.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { termsOfForm } from "#app/http/program-input.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { db } from "#app/platform/db.server.ts";
import { listVersions } from "#app/store/programs.ts";
import { CustomTermsPage } from "#app/ui/admin/affiliates/custom-terms-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("affiliates", data && frameText("titles.customTerms", { name: data.affiliateName }));

const t = merchantText("programs");

export const headers = pageHeaders;

type Params = Readonly<Record<string, string | undefined>>;
const memberOf = (params: Params) => ({
  affiliateId: params["id"] ?? "",
  programId: params["programId"] ?? "",
});

const versionsShown = 100;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId, now } = context;
  const own = await readCustomTerms(shopId, memberOf(params), now);
  if (isRefusal(own)) throw refusalPage(own);
  const { affiliate: affiliateId, program: programId } = own;
  const [versions, draft] = await Promise.all([
    listVersions(db(), shopId, programId, { limit: versionsShown, affiliateId }),
    draftTermsAsked(request, context),
  ]);
  return {
    own: encode(customTermsWire, own),
    draft,
    affiliateName: own.affiliateName,
    programName: own.programName,
    versions: versions.map((one) => encode(termsVersionWire, versionView(one, now))),
    currency: shop.currency,
    timeZone: shop.timeZone,
  };
}

/** Saves, ends or withdraws custom terms. */
export async function action({ request, params }: ActionFunctionArgs) {
  const member = memberOf(params);
  return await formAction(request, customTermsForm, async ({ context, fields, given }) => {
    if (fields.intent === "end") {
      const ended = await orFailed(merchantTexts("failures")("terms.endCustom"), () =>
        endCustomTerms(context, member),
      );
      return isRefusal(ended) ? ended : answerOf(fields.intent, ended);
    }
    if (fields.intent === "withdraw") {
      const withdrawn = await orFailed(merchantTexts("failures")("terms.withdraw"), () =>
        withdrawCustomTerms(context, member),
      );
      return isRefusal(withdrawn) ? withdrawn : answerOf(fields.intent, withdrawn);
    }
    const terms = termsOfForm(fields, context.shop.currency);
    if (isRefusal(terms)) return terms;
    if (!fields.confirmed) {
      const plan = await planCustomTerms(context.shop, { ...member, terms }, context.now);
      if (plan && !isRefusal(plan)) {
        return { ok: false as const, message: "", errors: [], given, plan: encode(termsPlanWire, plan) };
      }
    }
    const asked = { ...member, terms, seen: fields.revision };
    const saved = await orFailed(merchantTexts("failures")("terms.saveCustom"), () =>
      saveCustomTerms(context, asked),
    );
    return isRefusal(saved) ? saved : answerOf(fields.intent, saved);
  });
}

function answerOf(intent: "save" | "end" | "withdraw", { revision, waiting }: CustomTermsView) {
  const startsAt = waiting?.startsAt.toISOString() ?? null;
  return {
    ok: true as const,
    intent,
    revision,
    startsAt: intent === "withdraw" ? null : startsAt,
  };
}

export default function CustomTerms() {
  return <CustomTermsPage {...useLoaderData<typeof loader>()} answer={usePageAnswer<typeof action>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("custom.untitled")} message={t("custom.failed")} />;
}
