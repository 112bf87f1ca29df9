import { sql } from "drizzle-orm";
import type { EmailShop } from "../domain/emails/template.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** The store as its emails show it. */
export async function readEmailShop(db: Db, shopId: ShopId): Promise<EmailShop> {
  const { rows } = await db.execute<EmailShop>(sql`
    select coalesce(s.display_name, s.store_name, s.domain) as name, s.contact_email as "contactEmail",
      s.shop_id as "shopId",
      (select jsonb_build_object('hash', l.hash, 'width', l.width, 'height', l.height)
        from shop_logos l where l.shop_id = s.shop_id) as logo,
      coalesce((select jsonb_agg(jsonb_build_object(
          'kind', t.kind, 'language', t.language, 'subject', t.subject, 'body', t.body))
        from email_templates t where t.shop_id = s.shop_id), '[]') as templates,
      coalesce((select jsonb_agg(o.kind) from emails_turned_off o where o.shop_id = s.shop_id), '[]') as off
    from shops s where s.shop_id = ${shopId}`);
  const [shop] = rows;
  if (!shop) throw new Error("An email is written for a shop that is not there");
  return shop;
}
