import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ledgerEntryListQuery, type LedgerEntryListQuery, ledgerEntryWire } from "#app/contracts/ledger.ts";
import { encode } from "#app/contracts/wire.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { readAffiliate } from "#app/flows/affiliates/read-affiliates.ts";
import { readLedgerEntries } from "#app/flows/ledger/read-ledger.ts";
import { ledgerEntryFilterOf } from "#app/http/list-filters.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressFaultOf, listQueryOf } from "#app/http/page-query.ts";
import { requireShop } from "#app/http/require-shop.server.ts";
import { refusalPage } from "#app/http/respond.ts";
import { LedgerEntriesPage } from "#app/ui/admin/proof/ledger-entries-page.tsx";
import { merchantTexts } from "#app/i18n/texts.ts";
import { formatDay, formatMonth } from "#app/ui/shared/format.ts";
import { frameText } from "#app/ui/shared/frame/frame-text.ts";
import { merchantText } from "#app/ui/texts/use-text.ts";
import { FetchFault } from "#app/ui/shared/route-fault.tsx";
import { pageTitle } from "#app/ui/shared/frame/document-title.ts";

export const meta: MetaFunction = () => pageTitle("ledgerEntries", "ledger", "settings");

export const headers = pageHeaders;

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request, { as: "page" });
  const query = listQueryOf(request, ledgerEntryListQuery);
  const { page, limit } = query;
  const asked = ledgerEntryFilterOf(query);
  const [found, affiliate] = await Promise.all([
    readLedgerEntries(shop, asked, { page, limit }),
    query.affiliate === undefined ? null : readAffiliate(shop, query.affiliate),
  ]);
  if (isRefusal(found)) throw refusalPage(found);
  const { entries, total } = found;
  return {
    entries: entries.map((one) => encode(ledgerEntryWire, one)),
    pagination: { page, limit, total },
    timeZone: shop.timeZone,
    fault: addressFaultOf(request, ledgerEntryListQuery),
    notice: noticeOf(query, affiliate && !isRefusal(affiliate) ? affiliate.name : null),
  };
}

const narrowings = [
  "code",
  "account",
  "subject",
  "section",
  "part",
  "currency",
  "from",
  "to",
  "since",
  "until",
] as const satisfies readonly (keyof LedgerEntryListQuery)[];

/** The list's filters in words: "Affiliate: Ada, Entry: Earned, From Mar 2026". */
function noticeOf(query: LedgerEntryListQuery, affiliate: string | null): string | null {
  const t = merchantTexts("ledger");
  const parts = narrowings.flatMap((name) => {
    const value = filterValue(name, query);
    return value === undefined ? [] : [t(`entries.filters.${name}`, { value })];
  });
  const all = affiliate === null ? parts : [t("entries.filters.affiliate", { value: affiliate }), ...parts];
  return all.length === 0 ? null : all.join(", ");
}

function filterValue(name: (typeof narrowings)[number], query: LedgerEntryListQuery): string | undefined {
  const t = merchantTexts("accounting");
  if (name === "code") return query.code && t(`entries.${query.code}`);
  if (name === "account") return query.account && t(`accounts.${query.account}`);
  if (name === "from" || name === "to") return query[name] && formatMonth(query[name]);
  if (name === "since" || name === "until") return query[name] && formatDay(query[name]);
  return query[name];
}

export default function LedgerEntries() {
  return <LedgerEntriesPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return (
    <FetchFault title={frameText("pages.ledgerEntries")} message={merchantText("ledger")("entries.failed")} />
  );
}
