import { comparisonFileQuery } from "#app/contracts/shadow.ts";
import { type Money, toDecimal } from "#app/domain/money.ts";
import { readAuditHead } from "#app/flows/imports/upload-audit.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { db } from "#app/platform/db.server.ts";
import { auditRowsFrom, type ReferralAuditRow } from "#app/store/referral-audits.ts";
import { comparisonRow, comparisonWriter } from "./comparisons.ts";
import { csvLine } from "./csv.ts";
import { answered } from "./respond.ts";
import { type FileRequest, fileQueryOf } from "./table-files.ts";
import { csvFile } from "./written-file.ts";

/** Files that programs read are in English. */
const locale = "en-US";
const rowsAtOnce = 1000;

const columns = [
  "row",
  "order",
  "affiliate",
  "date",
  "currency",
  "there",
  "here",
  "difference",
  "result",
  "why",
] as const;

const decimal = (money: Money | null) => (money === null ? "" : toDecimal(money));

/** The orders of a comparison, those with one result or all. */
export async function comparisonCsv({ shop, request, now }: FileRequest): Promise<Response> {
  const query = fileQueryOf(comparisonFileQuery, request);
  const { id, ...filter } = query;
  const { shopId, timeZone } = shop;
  const { auditId } = answered(await readAuditHead(shopId, id, { purpose: "comparison", now }));
  const t = merchantTexts("shadow");
  const linesOf = async (rows: readonly ReferralAuditRow[]) => {
    const writer = await comparisonWriter({ shopId, timeZone, locale }, rows);
    return rows.map((one) => {
      const { row, order, affiliate, day, there, here, difference, finding, why } = comparisonRow(
        one,
        writer,
      );
      const amounts = [there, here, difference].map(decimal);
      const found = t(`findings.${finding}`);
      return csvLine([String(row), order, affiliate, day ?? "", one.currency, ...amounts, found, why]);
    });
  };
  const file = await csvFile<readonly string[]>("comparison.csv", {
    head: columns.map((column) => t(`rows.${column}`)),
    lines: (lines) => [...lines],
    read: async (take) => {
      for (let from: number | null = 0; from !== null;) {
        const part: Awaited<ReturnType<typeof auditRowsFrom>> = await auditRowsFrom(db(), shopId, {
          auditId,
          ...filter,
          from,
          limit: rowsAtOnce,
        });
        await take(await linesOf(part.rows));
        from = part.next;
      }
      return null;
    },
  });
  return answered(file);
}
