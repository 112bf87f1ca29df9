import {
  statementCsvEdge,
  statementCsvHead,
  statementCsvRow,
  statementOwnerHead,
} from "#app/contracts/statement.ts";
import type { OwnedStatement, Statement } from "#app/flows/payouts/read-statement.ts";
import { csvLine } from "./csv.ts";

/** A statement as CSV, while it is read: for each currency the opening, each movement, the closing. */
export async function* statementCsv(statement: Statement): AsyncGenerator<string> {
  yield csvLine(statementCsvHead);
  yield* rowsOf(statement, []);
}

/** The statements of several as one file: before each row stands whose it is. */
export async function* statementsCsv(statements: AsyncIterable<OwnedStatement>): AsyncGenerator<string> {
  yield csvLine([...statementOwnerHead, ...statementCsvHead]);
  for await (const { affiliateId, statement } of statements) {
    yield* rowsOf(statement, [statement.affiliateName, affiliateId]);
  }
}

async function* rowsOf({ first, last, sections }: Statement, owner: readonly string[]) {
  for (const { currency, openingMinor, lines } of sections) {
    let minor = openingMinor;
    yield csvLine([...owner, ...statementCsvEdge("opening", { day: first, currency, minor })]);
    for await (const page of lines()) {
      minor = page.at(-1)?.balanceMinor ?? minor;
      yield page.map((line) => csvLine([...owner, ...statementCsvRow(line, currency)])).join("");
    }
    yield csvLine([...owner, ...statementCsvEdge("closing", { day: last, currency, minor })]);
  }
}
