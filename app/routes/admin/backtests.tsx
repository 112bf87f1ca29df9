import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backtestForm, backtestHeadWire, importWire } from "#app/contracts/backtest.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readBacktests } from "#app/flows/backtests/read-backtests.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import { countedUpTo, readImports, startImport } from "#app/flows/intake/start-import.ts";
import {
  backtestNamed,
  backtestPlace,
  draftOf,
  termsOfBacktestForm,
  usualDays,
} from "#app/http/backtests.ts";
import { formAction } from "#app/http/form-action.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { runWords } from "#app/http/stored-failures.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { BacktestsPage } from "#app/ui/admin/backtests/backtests-page.tsx";
import { termsText } from "#app/ui/admin/programs/terms-text.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { usePageAnswer } from "#app/ui/shared/form/use-intent.ts";
import { backtestOf } from "#app/ui/admin/backtests/backtest-words.ts";
import { titleBelow } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  titleBelow("backtests", data && backtestOf(data.place));

const t = merchantText("backtests");

export const headers = pageHeaders;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { shop, shopId, now } = await requireShop(request, { as: "page" });
  const named = backtestNamed(params);
  const place = await backtestPlace(shop, named, now);
  if (isRefusal(place)) throw refusalPage(place);
  const [backtests, { imports, earliestDay, ordersHere }, draft] = await Promise.all([
    readBacktests(shopId, named, now),
    readImports(shop, now),
    draftOf(shopId, new URL(request.url).searchParams.get("of"), now),
  ]);
  const days = usualDays(shop.timeZone, now);
  return {
    place,
    backtests: isRefusal(backtests) ? [] : backtests.map((one) => encode(backtestHeadWire, runWords(one))),
    draft: draft && { of: draft.id, text: termsText(draft.terms) },
    defaults: days,
    imports: {
      imports: imports.map((one) => encode(importWire, runWords(one))),
      earliestDay,
      ordersHere,
      countedUpTo,
    },
    importDefaults: { ...days, firstDay: earliestDay ?? days.firstDay },
    timeZone: shop.timeZone,
  };
}

/** Starts a backtest or an import of past orders. The editors of terms post their drafts here too. */
export async function action({ request, params }: ActionFunctionArgs) {
  const named = backtestNamed(params);
  return await formAction(request, backtestForm, async ({ context, fields }) => {
    const { shop, shopId } = context;
    const place = await backtestPlace(shop, named, context.now);
    if (isRefusal(place)) return place;
    if (fields.intent === "import") {
      const started = await startImport(context, fields);
      return isRefusal(started) ? started : { ok: true as const, intent: fields.intent };
    }
    const terms = await termsOfBacktestForm(shopId, fields, context.now);
    if (isRefusal(terms)) return terms;
    const { firstDay, lastDay, scope } = fields;
    const id = await startBacktest(context, named, { terms, firstDay, lastDay, scope });
    return isRefusal(id) ? id : redirect(`${place.path}/${id}`);
  });
}

export default function Backtests() {
  const answer = usePageAnswer<typeof action>();
  const refused = answer && !answer.ok && answer.given?.["intent"] !== "import" ? answer : null;
  return <BacktestsPage {...useLoaderData<typeof loader>()} refusal={refused} />;
}

export function ErrorBoundary() {
  return <FetchFault title={t("list.title")} message={t("list.failed")} />;
}
