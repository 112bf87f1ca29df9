import { merchantTexts } from "#app/i18n/texts.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dashboardStatsWire, performanceWire } from "#app/contracts/dashboard.ts";
import { setupForm } from "#app/contracts/setup.ts";
import { trackingWire } from "#app/contracts/tracking.ts";
import { encode, money } from "#app/contracts/wire.ts";
import { findRateBps } from "#app/domain/money.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { shadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { createProgram } from "#app/flows/programs/create-program.ts";
import { updateProgram } from "#app/flows/programs/update-program.ts";
import { readDashboard } from "#app/flows/reports/read-dashboard.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { readTracking } from "#app/flows/storefront/read-tracking.ts";
import { chosenAffiliate, chosenProgram } from "#app/http/applied-filters.ts";
import { formAction } from "#app/http/form-action.ts";
import { trackingWords } from "#app/http/stored-failures.ts";
import { orFailed } from "#app/http/or-failed.ts";
import { performanceForPage } from "#app/http/performance.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { setupForPage } from "#app/http/setup-guide.ts";
import { userOf } from "#app/http/signed-in-user.ts";
import { DashboardPage } from "#app/ui/admin/dashboard/dashboard-page.tsx";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { messageOf } from "#app/i18n/fault-words.ts";
import { skippedWords } from "#app/i18n/payout-words.ts";

export const meta: MetaFunction = () => pageTitle("dashboard");

export async function loader({ request }: LoaderFunctionArgs) {
  const context = await requireShop(request, { as: "page" });
  const { shop, shopId, now } = context;
  const seen = readTracking(shop, now);
  const [{ performance, ...asked }, toDo, tracking, found] = await Promise.all([
    performanceForPage(shop, request, now),
    readToDo(shopId, now),
    seen,
    seen.then(({ embed }) => readDashboard(shop, { embedSeen: embed.seenAt !== null, now })),
  ]);
  if (isRefusal(found)) throw refusalPage(found);
  const [affiliate, program, setup] = await Promise.all([
    chosenAffiliate(shop, performance.affiliate ?? undefined),
    chosenProgram(shop, performance.program),
    found.setup && setupForPage(shop, found.setup, request),
  ]);
  return {
    ...asked,
    stats: encode(dashboardStatsWire, found.stats),
    performance: encode(performanceWire, performance),
    affiliate,
    program,
    toDo: isRefusal(toDo)
      ? messageOf(toDo.reason)
      : {
          ...toDo,
          skipped: toDo.skipped && { ...toDo.skipped, reasons: skippedWords(toDo.skipped.reasons) },
          payable: toDo.payable.map((one) => encode(money, one)),
        },
    sales: found.sales.map(({ net, placedAt, ...sale }) => ({
      ...sale,
      placedAt: placedAt.toISOString(),
      net: encode(money, net),
    })),
    setup,
    tracking: encode(trackingWire, trackingWords(tracking)),
    phase: shadowPhase(found.shadow, now),
    problems: found.problems,
    user: userOf(context),
    timeZone: shop.timeZone,
  };
}

/** The steps of the setup guide. */
export async function action({ request }: ActionFunctionArgs) {
  return await formAction(request, setupForm, async ({ context, fields }) => {
    if (fields.intent === "invite") {
      return await orFailed(merchantTexts("failures")("spec.inviteAffiliate"), async () => {
        const invited = await inviteAffiliate(context, fields, { showsLink: true });
        if (isRefusal(invited)) return invited;
        const { link } = invited;
        return { ok: true as const, name: fields.name, ...(link !== null && { link }) };
      });
    }
    if (fields.intent === "activate-program") {
      return await orFailed(merchantTexts("failures")("spec.updateProgram"), async () => {
        const changed = await updateProgram(context, fields.programId, { status: "active" });
        return isRefusal(changed) ? changed : { ok: true as const };
      });
    }
    const { name, percent, status } = fields;
    return await orFailed(merchantTexts("failures")("spec.createProgram"), async () => {
      const terms = { commission: { kind: "percentage", rateBps: findRateBps(percent) ?? 0 } } as const;
      const created = await createProgram(context, { name, status, terms });
      return isRefusal(created) ? created : { ok: true as const, status };
    });
  });
}

export function ErrorBoundary() {
  const t = merchantText("dashboard");
  return <FetchFault title={t("title")} message={t("failed")} />;
}

export default function Overview() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
