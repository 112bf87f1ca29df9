import { sql } from "drizzle-orm";
import type { EmailShop } from "../domain/emails/email-shop.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** The store as its emails show it. */
export async function readEmailShop(db: Db, shopId: ShopId): Promise<EmailShop> {
  const { rows } = await db.execute<EmailShop>(sql`
    select coalesce(s.display_name, s.store_name, s.domain) as name, s.contact_email as "contactEmail",
      coalesce((select jsonb_agg(jsonb_build_object(
          'kind', t.kind, 'language', t.language, 'subject', t.subject, 'body', t.body))
        from email_templates t where t.shop_id = s.shop_id), '[]') as templates,
      coalesce((select jsonb_agg(o.kind) from emails_turned_off o where o.shop_id = s.shop_id), '[]') as off
    from shops s where s.shop_id = ${shopId}`);
  const [shop] = rows;
  if (!shop) throw new Error("An email is written for a shop that is not there");
  return shop;
}
