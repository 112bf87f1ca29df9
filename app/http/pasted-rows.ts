import { refuse, type Refusal } from "#app/domain/refusal.ts";

/** So many lines are looked at in one go. */
const mostRows = 5000;

type Done<Checked> = { readonly added: number; readonly rows: readonly Checked[] };
type Steps<Row, Checked> = {
  readonly check: (rows: readonly Row[]) => Promise<readonly Checked[]>;
  readonly save: (rows: readonly Row[]) => Promise<Done<Checked>>;
};

/** What a form of pasted lines answers: each line with what it would do, and how many are saved. */
export async function takePastedRows<Row, Checked extends { readonly affiliateId: unknown }>(
  step: "check" | "save",
  rows: readonly Row[],
  { check, save }: Steps<Row, Checked>,
) {
  if (rows.length === 0) return refusal("Paste some lines");
  if (rows.length > mostRows) return refusal(`Paste at most ${mostRows} lines at once`);
  const done = step === "check" ? { added: 0, rows: await check(rows) } : await save(rows);
  return {
    ok: true as const,
    intent: "many" as const,
    added: done.added,
    rows: done.rows.map(({ affiliateId: _none, ...row }) => row),
  };
}

const refusal = (message: string): Refusal => refuse("invalid", message, "rows");
