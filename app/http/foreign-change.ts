import type { z } from "zod";
import type { CheckedForeignWire, foreignForm } from "#app/contracts/foreign-referral.ts";
import { readForeignRows } from "#app/domain/foreign-rows.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  addForeignReferrals,
  checkForeignRows,
  removeForeignReferral,
} from "#app/flows/links/foreign-referrals.ts";
import type { FormInput } from "./form-action.ts";
import { takePastedRows } from "./pasted-rows.ts";

type Fields = z.output<typeof foreignForm>;
type Done =
  | { readonly ok: true; readonly intent: "add" | "remove" }
  | {
      readonly ok: true;
      readonly intent: "many";
      readonly added: number;
      readonly rows: readonly CheckedForeignWire[];
    };

/** Does what one of the forms of the page "Links of other systems" asks. */
export async function changeForeign(input: FormInput<Fields>): Promise<Done | Refusal> {
  const { fields, context, now } = input;
  const by = { actor: context.actor, now };
  if (fields.intent === "many") {
    return await takePastedRows(
      { ...fields, rows: readForeignRows(fields.rows) },
      {
        check: (rows) => checkForeignRows(context.shopId, rows),
        save: (rows) => addForeignReferrals(context.shopId, rows, by),
      },
    );
  }
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
