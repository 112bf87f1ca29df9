import { eq } from "drizzle-orm";
import type { Actor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { startSweep } from "#app/flows/intake/start-sweep.ts";
import { sweepOrders } from "#app/flows/intake/sweep-orders.ts";
import { db } from "#app/platform/db.server.ts";
import { findSweep } from "#app/store/sweeps.ts";
import { shops } from "#app/store/schema/shops.ts";
import type { LocalShopify } from "../../local-shopify/server.ts";
import { openStore } from "./live-store.ts";
import type { SellingShop } from "./selling-shop.ts";

const hourMs = 3_600_000;
const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };

/** A store of which the app was told long ago. */
export async function openOldStore(platform: LocalShopify, hours = 72) {
  const store = await openStore(platform);
  const installedAt = new Date(Date.now() - hours * hourMs);
  await db().update(shops).set({ installedAt }).where(eq(shops.shopId, store.shopId));
  return store;
}

/** Begins to look for missed orders as a person asks for it. */
export async function beginSweep({ shopId }: Pick<SellingShop, "shopId">, now = new Date()) {
  const sweepId = await startSweep({ shop: { shopId }, actor, now });
  if (isRefusal(sweepId)) throw new Error(sweepId.reason.code);
  return sweepId;
}

/** The whole look; answers what was found. */
export async function sweep({ shopId }: Pick<SellingShop, "shopId">, clock = () => new Date()) {
  const sweepId = await beginSweep({ shopId }, clock());
  await sweepOrders({ shopId, sweepId }, clock);
  const row = await findSweep(db(), shopId, sweepId);
  if (!row) throw new Error("The sweep is not there.");
  return row;
}
