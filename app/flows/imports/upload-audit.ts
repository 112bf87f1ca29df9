import { type AuditRow, auditRows } from "#app/domain/audit/audit-rows.ts";
import type { Ctx } from "#app/domain/context.ts";
import { idPrefixes, type ReferralAuditId, type ShopId } from "#app/domain/ids.ts";
import { detectImport } from "#app/domain/imports/detect-import.ts";
import type { ImportChoices, ImportDetection } from "#app/domain/imports/import-reading.ts";
import { seenRun } from "#app/domain/long-run.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { type Db, db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import {
  changeAudit,
  deleteAudit,
  findAudit,
  insertAudit,
  lockAudit,
  type ReferralAudit,
} from "#app/store/referral-audits.ts";
import { fileLines } from "./file-lines.ts";
import { type FileBytes, keepFile, openTable, sealTable } from "./keep-file.ts";

export const noSuchAudit = refuse("not-found", { code: "not_found", what: "audit" });

/** All rows are judged for one result, which people read. */
const mostAuditRows = 200_000;

type AuditUpload = {
  readonly bytes: FileBytes;
  readonly fileName: string;
  readonly purpose?: ReferralAudit["purpose"];
};

/** Keeps an export of another system's referrals until they are audited, or compared with shadow mode. */
export async function uploadAudit(
  { shop: { shopId }, actor, now }: Ctx,
  { bytes, fileName, purpose = "audit" }: AuditUpload,
): Promise<ReferralAuditId | Refusal> {
  const auditId = newId<ReferralAuditId>(idPrefixes.referralAudit, now);
  const kept = await keepFile({ shopId, fileId: auditId }, { bytes, now, mostRows: mostAuditRows });
  if (isRefusal(kept)) return kept;
  const { table } = kept;
  await insertAudit(db(), {
    shopId,
    auditId,
    purpose,
    fileName,
    sealedSample: sealTable(table, sealContext(shopId, auditId)),
    choices: {},
    system: detectImport(table, referrals, "audit").reading.system,
    status: "draft",
    rows: table.rows,
    createdBy: actor,
    createdAt: now,
  });
  return auditId;
}

const sealContext = (shopId: ShopId, auditId: ReferralAuditId) => `referral-audit:${shopId}:${auditId}`;

/** An audit reads every file as one of referrals. */
const referrals = { kind: "referrals" } as const;

/** The file of an audit that is not done, as it is read with the stored choices. */
export function readFileOfAudit(
  { shopId, auditId, sealedSample, choices }: ReferralAudit,
  changed: ImportChoices = {},
): ImportDetection | Refusal {
  if (sealedSample === "") return noSuchAudit;
  const table = openTable(sealedSample, sealContext(shopId, auditId));
  return detectImport(table, { ...(choices as ImportChoices), ...changed, ...referrals }, "audit");
}

/** The referrals of an audit's file, some at once. */
export async function* fileReferrals(
  reader: Db,
  { shopId, auditId }: ReferralAudit,
  { table, reading }: ImportDetection,
): AsyncGenerator<AuditRow[]> {
  for await (const lines of fileLines(reader, { shopId, fileId: auditId }, table.source)) {
    yield auditRows(lines, reading);
  }
}

/** Saves how a file is read, for a person to go on. */
export async function saveAuditReading(
  { shop: { shopId }, now }: Ctx,
  auditId: string,
  choices: ImportChoices,
): Promise<true | Refusal> {
  return await inTransaction(async (tx) => {
    const audit = await lockAudit(tx, shopId, auditId);
    if (!audit) return noSuchAudit;
    if (!canStart(audit, now)) return refuse("conflict", { code: "audit_started" });
    const read = readFileOfAudit({ ...audit, choices: {} }, choices);
    if (isRefusal(read)) return read;
    await changeAudit(tx, audit, { choices, system: read.reading.system });
    return true;
  });
}

/** True for an audit that was not started, or that failed or was lost. */
export function canStart(audit: ReferralAudit, now: Date): boolean {
  const { status } = seenAudit(audit, now);
  return status === "draft" || status === "failed";
}

/** An audit as people see it: a lost one has failed. */
function seenAudit(audit: ReferralAudit, now: Date): ReferralAudit {
  const { status, error, startedAt } = audit;
  if (status === "draft" || startedAt === null) return audit;
  const seen = seenRun({ status, error, createdAt: startedAt }, now);
  return { ...audit, status: seen.status, error: seen.error };
}

export async function readAuditHead(
  shopId: ShopId,
  auditId: string,
  { purpose, now }: { readonly purpose: ReferralAudit["purpose"]; readonly now: Date },
): Promise<ReferralAudit | Refusal> {
  const audit = await findAudit(db(), shopId, auditId);
  return audit?.purpose === purpose ? seenAudit(audit, now) : noSuchAudit;
}

/** Deletes an audit. It posted nothing, so nothing depends on it. */
export async function discardAudit(shopId: ShopId, auditId: string): Promise<true | Refusal> {
  return await inTransaction(async (tx) => {
    const audit = await lockAudit(tx, shopId, auditId);
    if (!audit) return noSuchAudit;
    await deleteAudit(tx, audit);
    return true;
  });
}
