import { eq } from "drizzle-orm";
import type { EmailShop } from "../domain/emails/email-shop.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { shops } from "./schema/shops.ts";

/** The store as its emails show it. */
export async function readEmailShop(db: Db, shopId: ShopId): Promise<EmailShop> {
  const [shop] = await db
    .select({
      displayName: shops.displayName,
      storeName: shops.storeName,
      domain: shops.domain,
      contactEmail: shops.contactEmail,
    })
    .from(shops)
    .where(eq(shops.shopId, shopId));
  if (!shop) throw new Error("An email is written for a shop that is not there");
  const { displayName, storeName, domain, contactEmail } = shop;
  return { name: displayName ?? storeName ?? domain, contactEmail };
}
