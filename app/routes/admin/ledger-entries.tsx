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

/** The list's filters in words, for example "Transfers of Ada: earned, in USD, from 2026-03". */
function noticeOf(query: LedgerEntryListQuery, affiliate: string | null): string | null {
  const parts = narrowings.flatMap(([name, before]) => {
    const given = query[name];
    const said = name === "code" || name === "account" ? given?.replaceAll("_", " ") : given;
    return said === undefined ? [] : [`${before} ${said}`.trim()];
  });
  if (parts.length === 0 && affiliate === null) return null;
  const of = affiliate === null ? "" : ` of ${affiliate}`;
  return `Transfers${of}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
}

/** Filters with the words before their values. */
const narrowings = [
  ["code", ""],
  ["account", "account"],
  ["subject", "about"],
  ["section", "about the section"],
  ["part", "there:"],
  ["currency", "in"],
  ["from", "from"],
  ["to", "to the end of"],
  ["since", "from"],
  ["until", "to the end of"],
] as const satisfies readonly (readonly [keyof LedgerEntryListQuery, string])[];

export default function LedgerEntries() {
  return <LedgerEntriesPage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <FetchFault title="Transfers" message="Failed to fetch transfers" />;
}
