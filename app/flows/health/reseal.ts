import { reseal } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findFact, keepFact } from "#app/store/health.ts";
import {
  listSealed,
  listWaitingEmails,
  replaceSealed,
  replaceWaitingEmail,
  type SealedColumn,
  sealedColumns,
} from "#app/store/sealed-values.ts";
import { probeContext } from "./check-seal.ts";

const pageSize = 500;

/** Values in a place that were sealed anew, and values that neither secret opens, which stay. */
export type ResealCount = { readonly place: string; readonly resealed: number; readonly unreadable: number };

/**
 * Seals everything anew that is still under the previous APP_SECRET. Processes may keep running, because they write
 * under the new secret and read both. The probe comes last, so a start without the previous secret is refused until
 * all is done.
 */
export async function resealAll(now: Date): Promise<ResealCount[]> {
  const done: ResealCount[] = [];
  for (const column of sealedColumns) done.push(await resealColumn(column));
  done.push(await resealMails());
  await resealProbe(now);
  return done;
}

async function resealColumn(column: SealedColumn): Promise<ResealCount> {
  let [resealed, unreadable] = [0, 0];
  let after: readonly string[] | null = null;
  for (;;) {
    const rows = await listSealed(db(), column, after, column.pageSize ?? pageSize);
    for (const row of rows) {
      const sealed = resealText(row.sealed, column.contextOf(row.key));
      if (sealed === undefined) unreadable += 1;
      else if (sealed !== null && (await inTransaction((tx) => replaceSealed(tx, column, row, sealed)))) {
        resealed += 1;
      }
    }
    after = rows.at(-1)?.key ?? null;
    if (after === null) return { place: column.table, resealed, unreadable };
  }
}

async function resealMails(): Promise<ResealCount> {
  let [resealed, unreadable] = [0, 0];
  for (const mail of await listWaitingEmails(db())) {
    const sealed = resealText(mail.sealed, `mail:${mail.shopId}`);
    if (sealed === undefined) unreadable += 1;
    else if (sealed !== null) {
      await replaceWaitingEmail(db(), { ...mail, sealed });
      resealed += 1;
    }
  }
  return { place: "waiting emails", resealed, unreadable };
}

async function resealProbe(now: Date): Promise<void> {
  const probe = await findFact(db(), "sealed-probe");
  const sealed = probe && reseal(probe.value, probeContext);
  if (sealed !== null) await keepFact(db(), "sealed-probe", { value: sealed, at: now });
}

/** Undefined if neither secret opens it, null if it is under the new one already. */
function resealText(sealed: string, context: string): string | null | undefined {
  try {
    return reseal(sealed, context);
  } catch {
    return undefined;
  }
}
