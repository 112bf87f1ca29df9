import { and, eq } from "drizzle-orm";
import type { OwnTemplate } from "../domain/emails/template.ts";
import type { EmailKind } from "../domain/emails/kinds.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Language } from "../domain/languages.ts";
import type { Tx } from "../platform/db.server.ts";
import { emailsTurnedOff, emailTemplates } from "./schema/emails.ts";

type TemplateKey = { readonly kind: EmailKind; readonly language: Language };

export async function saveOwnTemplate(
  tx: Tx,
  shopId: ShopId,
  { now, ...template }: OwnTemplate & { readonly now: Date },
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

/** True where there was one. */
export async function removeOwnTemplate(
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

/** Forgets how a shop changed its emails. */
export async function dropEmailSettings(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(emailTemplates).where(eq(emailTemplates.shopId, shopId));
  await tx.delete(emailsTurnedOff).where(eq(emailsTurnedOff.shopId, shopId));
}

/** Turns a kind of email on or off; false where it already was. */
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
