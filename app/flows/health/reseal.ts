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

/** How many values were sealed anew in a place, and how many open with neither secret and were left. */
export type Resealed = { readonly place: string; readonly resealed: number; readonly unreadable: number };

/**
 * Seals everything anew that is still under the previous APP_SECRET. Processes may go on meanwhile: they write under the
 * new one and read both. The probe comes last, so a start without the previous secret is refused until all is done.
 */
export async function resealAll(now: Date): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const column of sealedColumns) done.push(await resealColumn(column));
  done.push(await resealMails());
  await resealProbe(now);
  return done;
}

async function resealColumn(column: SealedColumn): Promise<Resealed> {
  let [resealed, unreadable] = [0, 0];
  let after: readonly string[] | null = null;
  for (;;) {
    const rows = await listSealed(db(), column, after, column.pageSize ?? pageSize);
    for (const row of rows) {
      const sealed = sealedAnew(row.sealed, column.contextOf(row.key));
      if (sealed === undefined) unreadable += 1;
      else if (sealed !== null && (await inTransaction((tx) => replaceSealed(tx, column, row, sealed)))) {
        resealed += 1;
      }
    }
    after = rows.at(-1)?.key ?? null;
    if (after === null) return { place: column.table, resealed, unreadable };
  }
}

async function resealMails(): Promise<Resealed> {
  let [resealed, unreadable] = [0, 0];
  for (const mail of await listWaitingEmails(db())) {
    const sealed = sealedAnew(mail.sealed, `mail:${mail.shopId}`);
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

/** Undefined where it opens with neither secret, null where it is under the new one already. */
function sealedAnew(sealed: string, context: string): string | null | undefined {
  try {
    return reseal(sealed, context);
  } catch {
    return undefined;
  }
}
