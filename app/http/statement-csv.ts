import {
  closingParts,
  statementCsvEdge,
  statementCsvHead,
  statementCsvRow,
  statementOwnerHead,
} from "#app/contracts/statement.ts";
import type { Statement } from "#app/flows/payouts/read-statement.ts";
import { csvLine } from "./csv.ts";

/** A statement as CSV, while it is read: for each currency the opening, each movement, the closing and its parts. */
export async function* statementCsv(statement: Statement): AsyncGenerator<string> {
  yield csvLine(statementCsvHead);
  yield* rowsOf(statement, []);
}

/** The head of a file of several, which say before each row whose it is. */
export const statementsCsvHead = [...statementOwnerHead, ...statementCsvHead];

/** One of them. */
export async function* ownedStatementCsv(statement: Statement): AsyncGenerator<string> {
  yield* rowsOf(statement, [statement.affiliateName, statement.affiliateId]);
}

async function* rowsOf({ first, last, sections }: Statement, owner: readonly string[]) {
  for (const { currency, openingMinor, closing, lines } of sections) {
    let minor = openingMinor;
    yield csvLine([...owner, ...statementCsvEdge("opening", { day: first, currency, minor })]);
    for await (const page of lines()) {
      minor = page.at(-1)?.balanceMinor ?? minor;
      yield page.map((line) => csvLine([...owner, ...statementCsvRow(line, currency)])).join("");
    }
    yield csvLine([...owner, ...statementCsvEdge("closing", { day: last, currency, minor })]);
    for (const part of closingParts) {
      yield csvLine([...owner, ...statementCsvEdge(part, { day: last, currency, minor: closing[part] })]);
    }
  }
}
