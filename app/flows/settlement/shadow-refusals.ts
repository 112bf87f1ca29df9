import type { ShopId } from "#app/domain/ids.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { belongsToPreviousApp, isInShadow } from "#app/domain/shadow/shadow-mode.ts";
import type { ShadowReasons } from "#app/domain/shadow/shadow-reasons.ts";
import type { Db } from "#app/platform/db.server.ts";
import { findShadow } from "#app/store/shadow.ts";

/** The refusal of something that has to wait until the store is live (M25), or null. */
export async function refusalInShadow(
  db: Db,
  shopId: ShopId,
  { what, now }: ShadowReasons["before_live"] & { readonly now: Date },
): Promise<Refusal | null> {
  if (!isInShadow(await findShadow(db, shopId), now)) return null;
  return refuse("not-possible", { code: "before_live", what });
}

/** The refusal of a commission for an order that shadow mode leaves to the previous app (M25), or null. */
export async function refusalOfPreviousApp(
  db: Db,
  shopId: ShopId,
  createdAt: string,
): Promise<Refusal | null> {
  if (!belongsToPreviousApp(await findShadow(db, shopId), createdAt)) return null;
  return refuse("not-possible", { code: "order_of_previous_app" });
}
