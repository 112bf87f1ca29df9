import type { z } from "zod";
import type { commissionForm } from "#app/contracts/commission-handling.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { adjustCommission } from "#app/flows/commissions/adjust-balance.ts";
import { readCommission } from "#app/flows/commissions/read-commissions.ts";
import { decideCommission } from "#app/flows/commissions/decide-commissions.ts";
import { reassignOrder } from "#app/flows/commissions/reassign-order.ts";
import type { FormInput } from "./form-action.ts";

type Fields = z.output<typeof commissionForm>;
type Done = { readonly ok: true; readonly intent: Fields["intent"] };

/** Does what one of the forms of a commission's page asks. */
export async function changeCommission(id: string, input: FormInput<Fields>): Promise<Done | Refusal> {
  const result = await run(id, input);
  return isRefusal(result) ? result : { ok: true, intent: input.fields.intent };
}

async function run(id: string, { context, fields, now }: FormInput<Fields>): Promise<unknown> {
  const { shop, shopId, actor } = context;
  const by = { actor, now };
  if (fields.intent === "decide") return await decideCommission(shop, id, fields, by);
  if (fields.intent === "adjust") return await adjustCommission(shop, id, fields, by);
  const found = await readCommission(shopId, id, now);
  if (isRefusal(found)) return found;
  const { affiliateId: affiliate, programId, note } = fields;
  const orderId = found.commission.commission.kind === "order" ? found.commission.commission.orderId : null;
  return await reassignOrder(shop, orderId ?? "", { affiliate, programId, note }, by);
}
