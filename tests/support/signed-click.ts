import type { ClickId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertClicks } from "#app/store/clicks.ts";
import type { SellingShop } from "./selling-shop.ts";
import { signClick } from "#app/platform/crypto.server.ts";

type Clicked = Pick<SellingShop, "shopId" | "affiliateId">;

/** Stores a click and answers its signed id. Marked as a bot's, so it is evidence but in no figure. */
export async function signedClick({ shopId, affiliateId }: Clicked, at: Date): Promise<string> {
  const clickId = newId<ClickId>("clk", at);
  const click = { shopId, clickId, occurredAt: at, affiliateId, target: "/", bot: true };
  await inTransaction((tx) => insertClicks(tx, [click]));
  return signClick(shopId, clickId);
}
