import type { Reason } from "./refusal-codes.ts";
import type { AffiliateId } from "./ids.ts";
import { isStorable } from "./plain.ts";

/** A line of pasted text. */
export type PastedLine = {
  /** Line number, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
};

const separators = [",", ";", "\t"];

/**
 * Lines of a list as a spreadsheet exports it, separated by commas, semicolons or tabs, with or without
 * quotation marks. Skips empty lines, and a first line whose first cell is `heading` in any case. `heading`
 * is null if the caller looks for it itself.
 */
export function pastedLines(text: string, heading: string | null): PastedLine[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const rows = lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [{ line: index + 1, cells: cellsOf(line) }],
  );
  return rows[0]?.cells[0]?.toLowerCase() === heading ? rows.slice(1) : rows;
}

function cellsOf(line: string): string[] {
  const separator = separators.find((one) => line.includes(one)) ?? ",";
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

/** A pasted line with a discount code and its affiliate. */
export type CodeRow = {
  /** Line number, from 1. */
  readonly line: number;
  readonly code: string;
  /** Id, email address or referral code of the affiliate, as typed. */
  readonly affiliate: string;
};

/** Reads `code,affiliate` line by line. Missing parts are ''. */
export function readCodeRows(text: string): CodeRow[] {
  return pastedLines(text, "code").map(({ line, cells }) => {
    const [code = "", affiliate = ""] = cells;
    return { line, code, affiliate };
  });
}

/** A pasted line with a parameter, its value and its affiliate. */
export type ImportedLinkRow = {
  /** Line number, from 1. */
  readonly line: number;
  readonly parameter: string;
  readonly value: string;
  /** Id, email address or referral code of the affiliate, as typed. */
  readonly affiliate: string;
};

/** Reads `parameter,value,affiliate` line by line. Missing parts are ''. */
export function readImportedLinkRows(text: string): ImportedLinkRow[] {
  return pastedLines(text, "parameter").map(({ line, cells }) => {
    const [parameter = "", value = "", affiliate = ""] = cells;
    return { line, parameter, value, affiliate };
  });
}

/** Most people invited at once, because one transaction creates them. */
export const mostInvites = 1000;

export const inviteColumns = ["name", "email", "code", "programs", "tags", "payout email"] as const;
type Column = (typeof inviteColumns)[number];

/** A line of a pasted or uploaded list of people to invite. Missing parts are ''. */
export type InviteRow = {
  /** Line number, from 1. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly code: string;
  /** Names of programs. */
  readonly programs: readonly string[];
  readonly tags: readonly string[];
  readonly payoutEmail: string;
};

/** Reads columns in the default order, or in that of a header line. */
export function readInviteRows(text: string): InviteRow[] {
  const lines = pastedLines(text, null);
  const named = (lines[0]?.cells ?? []).map((cell) => cell.toLowerCase().replaceAll(/[_-]/g, " "));
  const hasHead = named.includes("name") && named.includes("email");
  const columns: readonly string[] = hasHead ? named : inviteColumns;
  return lines.slice(hasHead ? 1 : 0).map(({ line, cells }) => {
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? "";
    return {
      line,
      name: cell("name"),
      email: cell("email"),
      code: cell("code"),
      programs: listIn(cell("programs")),
      tags: listIn(cell("tags")),
      payoutEmail: cell("payout email"),
    };
  });
}

/** Semicolons or bars separate several values in one cell. */
function listIn(cell: string): string[] {
  return cell
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** A line that assigns something to an affiliate. */
type AssignmentRow = {
  readonly line: number;
  /** Id, email address or referral code of the affiliate, as typed. */
  readonly affiliate: string;
};

/** Result for a row: `new`, `same` when the assignment exists already, or `wrong`. */
export type CheckedRow<Given extends AssignmentRow> = Given & {
  readonly state: "new" | "same" | "wrong";
  readonly affiliateId: AffiliateId | null;
  readonly affiliateName: string | null;
  readonly fault: Reason | null;
};

type AssignmentRules<Given extends AssignmentRow> = {
  /** Key of the assigned item. Two rows with the same key are duplicates. */
  readonly keyOf: (row: Given) => string;
  /** Error in the row's own text, or null. */
  readonly textFault: (row: Given) => Reason | null;
  /** Affiliates by the lower-cased text that names them. */
  readonly named: ReadonlyMap<string, { readonly affiliateId: AffiliateId; readonly name: string }>;
  /** Current owner by key. */
  readonly owners: ReadonlyMap<string, AffiliateId>;
};

/** Checks every row against the known affiliates, the current owners and the rows before it. */
export function checkedRows<Given extends AssignmentRow>(
  rows: readonly Given[],
  { keyOf, textFault, named, owners }: AssignmentRules<Given>,
): CheckedRow<Given>[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const found = named.get(row.affiliate.trim().toLowerCase()) ?? null;
    const key = keyOf(row);
    const owner = owners.get(key);
    const fault = textFault(row) ?? faultOf({ found, owner, before: seen.get(key) });
    if (!seen.has(key)) seen.set(key, row.line);
    const standing = owner === undefined ? "new" : "same";
    return {
      ...row,
      state: fault === null ? standing : "wrong",
      affiliateId: found?.affiliateId ?? null,
      affiliateName: found?.name ?? null,
      fault,
    };
  });
}

type AffiliateMatch = {
  readonly found: { readonly affiliateId: AffiliateId } | null;
  readonly owner: AffiliateId | undefined;
  readonly before: number | undefined;
};

const noSuchAffiliate: Reason = { code: "not_found", what: "affiliate" };

function faultOf({ found, owner, before }: AffiliateMatch): Reason | null {
  if (!found) return noSuchAffiliate;
  if (before !== undefined) return { code: "imported_link_repeated", line: before };
  if (owner !== undefined && owner !== found.affiliateId) return { code: "imported_link_taken" };
  return null;
}

/** Error in the text that names an affiliate, or null. */
export function affiliateFault(affiliate: string): Reason | null {
  if (affiliate.trim() === "") return { code: "value_missing", what: "affiliate" };
  return affiliate.length > 254 || !isStorable(affiliate) ? noSuchAffiliate : null;
}
