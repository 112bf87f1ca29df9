import type { Reason } from "#app/domain/refusal-codes.ts";
import { messageOf } from "#app/i18n/fault-words.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";

/** Most lines per request. */
const mostRows = 5000;

type Done<Checked> = { readonly added: number; readonly rows: readonly Checked[] };
type Steps<Row, Checked> = {
  readonly check: (rows: readonly Row[]) => Promise<readonly Checked[]>;
  readonly save: (rows: readonly Row[]) => Promise<Done<Checked>>;
};

type Asked<Row> = {
  readonly step: "check" | "save";
  readonly rows: readonly Row[];
  /** Line numbers that were shown as invalid and should be skipped. */
  readonly leaveOut: readonly number[];
};
type Line = { readonly line: number };
type CheckedLine = Line & {
  readonly state: string;
  readonly affiliateId: unknown;
  readonly fault: Reason | null;
};

/** Answers a form of pasted lines: the result of each line, and the number of saved ones. */
export async function takePastedRows<Row extends Line, Checked extends CheckedLine>(
  { step, rows, leaveOut }: Asked<Row>,
  { check, save }: Steps<Row, Checked>,
) {
  if (rows.length === 0) return refusal({ code: "value_missing", what: "pasted_lines" });
  if (rows.length > mostRows) return refusal({ code: "rows_too_many", most: mostRows, count: rows.length });
  const done = await (step === "check"
    ? check(rows).then(unsaved)
    : saveOthers(rows, leaveOut, { check, save }));
  return {
    ok: true as const,
    intent: "many" as const,
    added: done.added,
    rows: done.rows.map(({ affiliateId: _none, ...row }) => ({
      ...row,
      fault: row.fault && messageOf(row.fault),
    })),
  };
}

const unsaved = <Checked>(rows: readonly Checked[]): Done<Checked> => ({ added: 0, rows });

/**
 * Saves all lines except the skipped ones that are still invalid. A skipped line that has become valid is
 * saved. If another line has become invalid in the meantime, nothing is saved, because the person has not seen
 * that.
 */
async function saveOthers<Row extends Line, Checked extends CheckedLine>(
  rows: readonly Row[],
  leaveOut: readonly number[],
  { check, save }: Steps<Row, Checked>,
): Promise<Done<Checked>> {
  if (leaveOut.length === 0) return await save(rows);
  const seen = new Set(leaveOut);
  const checked = await check(rows);
  const wrong = checked.filter(({ line, state }) => seen.has(line) && state === "wrong");
  const left = new Set(wrong.map(({ line }) => line));
  const others = rows.filter(({ line }) => !left.has(line));
  if (others.length === 0) return unsaved(checked);
  const done = await save(others);
  return { added: done.added, rows: [...done.rows, ...wrong].toSorted((a, b) => a.line - b.line) };
}

const refusal = (reason: Reason): Refusal => refuse("invalid", reason, "rows");
