import { and, eq, sql } from "drizzle-orm";
import type { EmailShop, CustomTemplate } from "../domain/emails/template.ts";
import type { EmailKind } from "../domain/emails/kinds.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Language } from "../domain/languages.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { emailsTurnedOff, emailTemplates } from "./schema/emails.ts";

type TemplateKey = { readonly kind: EmailKind; readonly language: Language };

export async function saveCustomTemplate(
  tx: Tx,
  shopId: ShopId,
  { now, ...template }: CustomTemplate & { readonly now: Date },
): Promise<void> {
  const { subject, body } = template;
  await tx
    .insert(emailTemplates)
    .values({ shopId, ...template, updatedAt: now })
    .onConflictDoUpdate({
      target: [emailTemplates.shopId, emailTemplates.kind, emailTemplates.language],
      set: { subject, body, updatedAt: now },
    });
}

/** True if there was one. */
export async function removeCustomTemplate(
  tx: Tx,
  shopId: ShopId,
  { kind, language }: TemplateKey,
): Promise<boolean> {
  const removed = await tx
    .delete(emailTemplates)
    .where(
      and(
        eq(emailTemplates.shopId, shopId),
        eq(emailTemplates.kind, kind),
        eq(emailTemplates.language, language),
      ),
    )
    .returning({ kind: emailTemplates.kind });
  return removed.length > 0;
}

/** Deletes a shop's changes to its emails. */
export async function dropEmailSettings(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(emailTemplates).where(eq(emailTemplates.shopId, shopId));
  await tx.delete(emailsTurnedOff).where(eq(emailsTurnedOff.shopId, shopId));
}

/** Turns a kind of email on or off. False if it was already. */
export async function switchEmail(
  tx: Tx,
  shopId: ShopId,
  { kind, isOn, now }: { readonly kind: EmailKind; readonly isOn: boolean; readonly now: Date },
): Promise<boolean> {
  const changed = isOn
    ? await tx
        .delete(emailsTurnedOff)
        .where(and(eq(emailsTurnedOff.shopId, shopId), eq(emailsTurnedOff.kind, kind)))
        .returning({ kind: emailsTurnedOff.kind })
    : await tx
        .insert(emailsTurnedOff)
        .values({ shopId, kind, turnedOffAt: now })
        .onConflictDoNothing()
        .returning({ kind: emailsTurnedOff.kind });
  return changed.length > 0;
}

/** The store's name, logo, address and changes to its emails. */
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
