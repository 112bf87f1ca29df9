import type { ShopWith } from "#app/domain/context.ts";
import { closingParts, type SpanQuery, type StatementQuery } from "#app/contracts/statement.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { currentMonth, instantsOf } from "#app/flows/ledger/read-balances.ts";
import {
  readAllStatements,
  readStatement,
  type Statement,
  type StatementLine,
} from "#app/flows/payouts/read-statement.ts";
import { dayIn } from "#app/platform/clock.ts";
import { csvLine, csvMark, csvType } from "./csv.ts";
import { statementCsvEdge, statementCsvHead, statementCsvRow, statementsCsvHead } from "./statement-file.ts";
import { statementPdf } from "./statement-pdf.server.ts";
import {
  aboutText,
  englishReader,
  type StatementReader,
  statementWords,
  statusText,
} from "./statement-words.ts";
import { writtenFile } from "./written-file.ts";

/** The statement of an affiliate as a file, written while it is read. */
export async function statementResponse(
  shop: ShopWith<"timeZone" | "displayName" | "storeName" | "domain">,
  affiliateId: string,
  { month, first, last, format }: StatementQuery,
  now: Date,
  reader: StatementReader = englishReader,
): Promise<Response | Refusal> {
  const span = spanOf(shop, { month, first, last }, now);
  const fileName = `statement-${daysOf(shop, span)}.${format}`;
  const type = format === "csv" ? csvType : "application/pdf";
  return await writtenFile({ fileName, type }, (put) =>
    readStatement(named(shop), { affiliateId, ...span }, async (statement) => {
      if (format === "csv") await put(csvMark);
      for await (const some of format === "csv" ? statementCsv(statement) : statementPdf(statement, reader)) {
        await put(some);
      }
    }),
  );
}

/** The statements of all affiliates as one CSV file, written while it is read. */
export async function allStatementsResponse(
  shop: ShopWith<"timeZone" | "displayName" | "storeName" | "domain">,
  query: SpanQuery,
  now: Date,
): Promise<Response | Refusal> {
  const span = spanOf(shop, query, now);
  return await writtenFile(
    { fileName: `statements-${daysOf(shop, span)}.csv`, type: csvType },
    async (put) => {
      const head = csvMark + csvLine(statementsCsvHead());
      let hasHead = false;
      const refused = await readAllStatements(named(shop), span, async (statement) => {
        if (!hasHead) await put(head);
        hasHead = true;
        for await (const lines of ownedStatementCsv(statement)) await put(lines);
      });
      if (refused === null && !hasHead) await put(head);
      return refused;
    },
  );
}

function daysOf(
  { timeZone }: ShopWith<"timeZone" | "displayName" | "storeName" | "domain">,
  { since, until }: ReturnType<typeof spanOf>,
): string {
  return `${dayIn(timeZone, since)}-${dayIn(timeZone, new Date(until.getTime() - 1))}`;
}

const named = (shop: ShopWith<"timeZone" | "displayName" | "storeName" | "domain">) => ({
  ...shop,
  name: shop.displayName ?? shop.storeName ?? shop.domain,
});

function spanOf(
  shop: ShopWith<"timeZone" | "displayName" | "storeName" | "domain">,
  { month, first, last }: SpanQuery,
  now: Date,
) {
  const days = first !== undefined && last !== undefined ? { first, last } : null;
  return instantsOf(shop, days ?? { month: month ?? currentMonth(shop, now) });
}

/** A statement as CSV, while it is read: for each currency the opening, each movement, the closing and its parts. */
export async function* statementCsv(statement: Statement): AsyncGenerator<string> {
  yield csvLine(statementCsvHead());
  yield* rowsOf(statement, []);
}

/** One of them. */
async function* ownedStatementCsv(statement: Statement): AsyncGenerator<string> {
  yield* rowsOf(statement, [statement.affiliateName, statement.affiliateId]);
}

async function* rowsOf({ first, last, sections }: Statement, owner: readonly string[]) {
  for (const { currency, openingMinor, closing, lines } of sections) {
    let minor = openingMinor;
    yield csvLine([...owner, ...statementCsvEdge("opening", { day: first, currency, minor })]);
    for await (const page of lines()) {
      minor = page.at(-1)?.balanceMinor ?? minor;
      yield page.map((line) => csvLine([...owner, ...statementCsvRow(inWords(line), currency)])).join("");
    }
    yield csvLine([...owner, ...statementCsvEdge("closing", { day: last, currency, minor })]);
    for (const part of closingParts) {
      yield csvLine([...owner, ...statementCsvEdge(part, { day: last, currency, minor: closing[part] })]);
    }
  }
}

/** Files that programs read are in English, with days as in the calendar. */
const fileWords = statementWords(englishReader);

function inWords({ about, state, ...line }: StatementLine) {
  const status = state ? statusText(fileWords, state, (day) => day) : "";
  return { ...line, what: aboutText(fileWords, about), status };
}
