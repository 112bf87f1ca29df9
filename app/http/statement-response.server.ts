import type { StatementQuery } from "#app/contracts/statement.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { currentMonth, instantsOf } from "#app/flows/ledger/read-balances.ts";
import { readStatement } from "#app/flows/payouts/read-statement.ts";
import { csvResponse, fileResponse } from "./csv.ts";
import { statementCsv } from "./statement-csv.ts";
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
  const days = first !== undefined && last !== undefined ? { first, last } : null;
  const span = instantsOf(shop, days ?? { month: month ?? currentMonth(shop, now) });
  const named = { ...shop, name: shop.displayName ?? shop.storeName ?? shop.domain };
  const statement = await readStatement(named, { affiliateId, ...span });
  if (isRefusal(statement)) return statement;
  const name = `statement-${statement.first}-${statement.last}`;
  if (format === "csv") return csvResponse(`${name}.csv`, statementCsv(statement));
  return fileResponse({ fileName: `${name}.pdf`, type: "application/pdf" }, statementPdf(statement));
}
