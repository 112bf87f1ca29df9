import type { Actor } from "#app/domain/actor.ts";
import { flagKindName } from "#app/domain/fraud/rules.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { findFlag } from "#app/store/flags.ts";
import { decideFlag, type FlagDecision } from "./decide-flag.ts";
import type { ManyDecided } from "#app/flows/settlement/decide-locked.ts";
import type { OrderShop } from "#app/flows/settlement/settle-orders.ts";

/** One decision about several flags, each for itself. */
export async function decideFlags(
  shop: OrderShop,
  asked: FlagDecision & { readonly ids: readonly string[] },
  by: { readonly actor: Actor; readonly now: Date },
): Promise<ManyDecided> {
  const unchanged = [];
  const ids = [...new Set(asked.ids)];
  for (const id of ids) {
    const result = await decideFlag(shop, id, asked, by);
    if (!isRefusal(result)) continue;
    const flag = await findFlag(db(), shop.shopId, id);
    const name = flag ? `${flagKindName(flag.kind)} of ${flag.affiliateName}` : id;
    unchanged.push({ id, name, reason: result.message });
  }
  return { changed: ids.length - unchanged.length, unchanged };
}
