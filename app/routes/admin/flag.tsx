import { refuse } from "#app/domain/refusal.ts";
import { refusalPage } from "#app/http/respond.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { encode, money } from "#app/contracts/wire.ts";
import { flagForm, flagWire } from "#app/contracts/flag.ts";
import { canChangeAffiliateStatus } from "#app/domain/affiliate.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { type CommissionDetail, readFlaggedCommission } from "#app/flows/commissions/read-commissions.ts";
import { flagView, readFlagChart } from "#app/flows/fraud/read-flags.ts";
import { decideFlag } from "#app/flows/fraud/decide-flags.ts";
import { wordedFlag } from "#app/http/flag-words.ts";
import { formAction } from "#app/http/form-action.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { countFlaggedOrders, findFlag, listFlags } from "#app/store/flags.ts";
import { findOrder } from "#app/store/orders.ts";
import { type DeniableCommission, FlagPage } from "#app/ui/admin/fraud/flag-page.tsx";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("flags", data && `${data.flag.about.name}: ${data.flag.name}`);

export const headers: HeadersFunction = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const flag = await findFlag(db(), shopId, params["id"] ?? "");
  if (!flag) throw refusalPage(refuse("not-found", { code: "not_found", what: "flag" }));
  const { affiliateId, kind, subjectKind, subjectId } = flag;
  const [picture, found, order, counts, similar, affiliate] = await Promise.all([
    readFlagChart(shop, flag),
    readFlaggedCommission(flag, now),
    subjectKind === "order" ? findOrder(db(), shopId, subjectId) : null,
    countFlaggedOrders(db(), shopId, affiliateId),
    listFlags(db(), shopId, { filter: { affiliateId, kind }, limit: similarAtMost + 1, offset: 0 }),
    findAffiliate(db(), shopId, affiliateId),
  ]);
  return {
    flag: encode(flagWire, wordedFlag(flagView(flag))),
    deniable: deniableOf(found),
    canSuspend: affiliate !== null && canChangeAffiliateStatus(affiliate.status, "suspended"),
    order: order && {
      net: encode(money, { minor: order.netMinor, currency: order.currency ?? shop.currency }),
      placedAt: order.placedAt.toISOString(),
    },
    counts,
    similar: similar
      .filter((one) => one.flagId !== flag.flagId)
      .slice(0, similarAtMost)
      .map((one) => encode(flagWire, wordedFlag(flagView(one)))),
    picture,
    timeZone: shop.timeZone,
  };
}

const similarAtMost = 5;

/** Commission that confirming the flag can deny; null if already denied. */
function deniableOf(found: CommissionDetail | null): DeniableCommission | null {
  if (found === null || !found.open.includes("denied")) return null;
  const { standing, wouldOwe, status } = found;
  const isHeld = status === "on_hold";
  return { amount: encode(money, standing), isHeld, wouldOwe: wouldOwe && encode(money, wouldOwe) };
}

/** Dismisses or confirms the flag. */
export async function action({ request, params }: ActionFunctionArgs) {
  return await formAction(request, flagForm, ({ context, fields }) =>
    orFailed(merchantTexts("failures")("decision.save"), async () => {
      const flag = await decideFlag(context, params["id"] ?? "", fields);
      if (isRefusal(flag)) return flag;
      const { denyCommission: denied, suspendAffiliate: suspended } = fields;
      return { ok: true as const, status: flag.status, denied, suspended };
    }),
  );
}

export default function Flag() {
  return <FlagPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title={frameText("pages.flags")} />;
}
