import { statementCsvEdge, statementCsvHead, statementCsvRow } from "#app/contracts/statement.ts";
import type { Statement } from "#app/flows/payouts/read-statement.ts";
import { csvLine } from "./csv.ts";

/** A statement as CSV, while it is read: for each currency the opening, each movement, the closing. */
export async function* statementCsv({ first, last, sections }: Statement): AsyncGenerator<string> {
  yield csvLine(statementCsvHead);
  for (const { currency, openingMinor, lines } of sections) {
    let minor = openingMinor;
    yield csvLine(statementCsvEdge("opening", { day: first, currency, minor }));
    for await (const page of lines()) {
      minor = page.at(-1)?.balanceMinor ?? minor;
      yield page.map((line) => csvLine(statementCsvRow(line, currency))).join("");
    }
    yield csvLine(statementCsvEdge("closing", { day: last, currency, minor }));
  }
}
