import type { SpanQuery, StatementQuery } from "#app/contracts/statement.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { currentMonth, instantsOf } from "#app/flows/ledger/read-balances.ts";
import { readAllStatements, readStatement } from "#app/flows/payouts/read-statement.ts";
import { dayIn } from "#app/platform/clock.ts";
import { csvResponse, fileResponse } from "./csv.ts";
import { statementCsv, statementsCsv } from "./statement-csv.ts";
import { statementPdf } from "./statement-pdf.server.ts";

type Shop = {
  readonly shopId: ShopId;
  readonly timeZone: string;
  readonly displayName: string | null;
  readonly storeName: string | null;
  readonly domain: string;
};

/** The statement of an affiliate as a file, written while it is read. */
export async function statementResponse(
  shop: Shop,
  affiliateId: string,
  { month, first, last, format }: StatementQuery,
  now: Date,
): Promise<Response | Refusal> {
  const span = spanOf(shop, { month, first, last }, now);
  const statement = await readStatement(named(shop), { affiliateId, ...span });
  if (isRefusal(statement)) return statement;
  const name = `statement-${statement.first}-${statement.last}`;
  if (format === "csv") return csvResponse(`${name}.csv`, statementCsv(statement));
  return fileResponse({ fileName: `${name}.pdf`, type: "application/pdf" }, statementPdf(statement));
}

/** The statements of all affiliates as one CSV file, written while it is read. */
export function allStatementsResponse(shop: Shop, query: SpanQuery, now: Date): Response {
  const span = spanOf(shop, query, now);
  const first = dayIn(shop.timeZone, span.since);
  const last = dayIn(shop.timeZone, new Date(span.until.getTime() - 1));
  return csvResponse(`statements-${first}-${last}.csv`, statementsCsv(readAllStatements(named(shop), span)));
}

const named = (shop: Shop) => ({ ...shop, name: shop.displayName ?? shop.storeName ?? shop.domain });

function spanOf(shop: Shop, { month, first, last }: SpanQuery, now: Date) {
  const days = first !== undefined && last !== undefined ? { first, last } : null;
  return instantsOf(shop, days ?? { month: month ?? currentMonth(shop, now) });
}
