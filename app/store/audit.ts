import { and, desc, eq } from "drizzle-orm";
import type { Actor } from "../domain/actor.ts";
import { idPrefixes, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { insertRows } from "./many-rows.ts";
import { tellingShop, tellShop } from "./page-version.ts";
import { auditEvents } from "./schema/shops.ts";

export type AuditEvent = typeof auditEvents.$inferSelect;

export type AuditEntry = {
  subjectKind: string;
  subjectId: string;
  /** A verb in the past tense: `created`, `revoked`, `status-changed`. */
  action: string;
  actor: Actor;
  details?: Record<string, unknown>;
  now: Date;
};

/** Adds an entry to the audit trail and notifies open screens. Call it in the transaction of the change. */
export async function recordAudit(db: Db, shopId: ShopId, entry: AuditEntry): Promise<void> {
  await db
    .insert(auditEvents)
    .values(eventOf(shopId, entry))
    .returning({ told: tellingShop(shopId) });
}

/** Adds entries for all subjects of a batch with one statement, like `recordAudit`. */
export async function recordAudits(tx: Tx, shopId: ShopId, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await insertRows(
    tx,
    auditEvents,
    entries.map((entry) => eventOf(shopId, entry)),
  );
  await tellShop(tx, shopId);
}

function eventOf(shopId: ShopId, entry: AuditEntry) {
  return {
    shopId,
    auditId: newId(idPrefixes.audit, entry.now),
    subjectKind: entry.subjectKind,
    subjectId: entry.subjectId,
    action: entry.action,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    details: entry.details ?? {},
    at: entry.now,
  };
}

/** Audit trail of one subject, newest first. */
export async function listAudit(
  db: Db,
  shopId: ShopId,
  subject: { kind: string; id?: string; limit?: number },
): Promise<AuditEvent[]> {
  return db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.shopId, shopId),
        eq(auditEvents.subjectKind, subject.kind),
        subject.id === undefined ? undefined : eq(auditEvents.subjectId, subject.id),
      ),
    )
    .orderBy(desc(auditEvents.auditId))
    .limit(subject.limit ?? 50);
}
