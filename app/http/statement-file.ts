import type { ClosingPart } from "#app/contracts/statement.ts";
import { entryCodes } from "#app/domain/ledger/entries.ts";
import { toDecimal } from "#app/domain/money.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

const ownerColumns = ["affiliate", "affiliateId"] as const;
const columns = [
  "row",
  "recorded",
  "type",
  "description",
  "currency",
  "amount",
  "balance",
  "status",
] as const;

/** Headings of one affiliate's file. */
export function statementCsvHead(): string[] {
  return columns.map((column) => merchantTexts("statementFile")(`columns.${column}`));
}

/** Headings of a file of several affiliates, which names the affiliate in each row. */
export function statementsCsvHead(): string[] {
  return [
    ...ownerColumns.map((column) => merchantTexts("statementFile")(`columns.${column}`)),
    ...statementCsvHead(),
  ];
}

type Line = {
  readonly day: string;
  readonly code: string;
  readonly what: string;
  readonly amountMinor: bigint;
  readonly balanceMinor: bigint;
  readonly status: string;
};

function movementName(code: string): string {
  const known = entryCodes.find((one) => one === code);
  return known ? merchantTexts("accounting")(`entries.${known}`) : code;
}

const decimal = (minor: bigint, currency: string) => toDecimal({ minor, currency });

/** A movement as a row of the file, with its subject and status in words. */
export function statementCsvRow(line: Line, currency: string): string[] {
  const { day: recorded, code, what, amountMinor, balanceMinor, status } = line;
  const amounts = [decimal(amountMinor, currency), decimal(balanceMinor, currency)];
  return ["movement", recorded, movementName(code), what, currency, ...amounts, status];
}

/** The opening or closing balance, or a part of the closing balance, as a row of the file. */
export function statementCsvEdge(
  row: "opening" | "closing" | ClosingPart,
  of: { readonly day: string; readonly currency: string; readonly minor: bigint },
): string[] {
  return [row, of.day, "", "", of.currency, "", decimal(of.minor, of.currency), ""];
}
