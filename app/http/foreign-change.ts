import type { z } from "zod";
import type { CheckedRowWire, foreignForm } from "#app/contracts/foreign-referral.ts";
import { readForeignRows } from "#app/domain/foreign-rows.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  addForeignReferrals,
  checkForeignRows,
  removeForeignReferral,
  type CheckedRow,
} from "#app/flows/links/foreign-referrals.ts";
import type { FormInput } from "./form-action.ts";

type Fields = z.output<typeof foreignForm>;
type Done =
  | { readonly ok: true; readonly intent: "add" | "remove" }
  | {
      readonly ok: true;
      readonly intent: "many";
      readonly added: number;
      readonly rows: readonly CheckedRowWire[];
    };

/** So many lines are looked at in one go. */
const mostRows = 5000;

/** Does what one of the forms of the page "Links of other systems" asks. */
export async function changeForeign(input: FormInput<Fields>): Promise<Done | Refusal> {
  const { fields, context, now } = input;
  const by = { actor: context.actor, now };
  if (fields.intent === "many") return await many(fields, input);
  if (fields.intent === "remove") {
    const refusal = await removeForeignReferral(context.shopId, fields, by);
    return refusal ?? { ok: true, intent: "remove" };
  }
  const { parameter, value, affiliate } = fields;
  const { rows } = await addForeignReferrals(context.shopId, [{ line: 1, parameter, value, affiliate }], by);
  const fault = rows[0]?.fault;
  if (!fault) return { ok: true, intent: "add" };
  return rows[0]?.affiliateId ? refuse("conflict", fault, "value") : refuse("invalid", fault, "affiliate");
}

async function many(
  { step, rows: text }: Extract<Fields, { intent: "many" }>,
  { context, now }: FormInput<Fields>,
): Promise<Done | Refusal> {
  const rows = readForeignRows(text);
  if (rows.length === 0) return refuse("invalid", "Paste some lines", "rows");
  if (rows.length > mostRows) return refuse("invalid", `Paste at most ${mostRows} lines at once`, "rows");
  const done =
    step === "check"
      ? { added: 0, rows: await checkForeignRows(context.shopId, rows) }
      : await addForeignReferrals(context.shopId, rows, { actor: context.actor, now });
  return { ok: true, intent: "many", added: done.added, rows: done.rows.map(rowToWire) };
}

function rowToWire({ affiliateId: _none, ...row }: CheckedRow): CheckedRowWire {
  return row;
}
