import { systemActor } from "#app/domain/actor.ts";
import type { Ctx } from "#app/domain/context.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { isMoneyKind } from "#app/domain/imports/import-kinds.ts";
import { takeBack } from "#app/domain/imports/imported-balance.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { tagKey } from "#app/domain/tags.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { leaveProgram, listMemberships, lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { listCodes, removeCode } from "#app/store/codes.ts";
import { endTags, heldTags } from "#app/store/tags.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  changeFileImport,
  deleteImportedOrders,
  dependentPeople,
  earnedSince,
  type FileImport,
  importRowsAfter,
  lockFileImport,
  unapplyRows,
} from "#app/store/file-imports.ts";
import {
  countPaidBalances,
  type ImportedBalance,
  lockBalancesOfImport,
  lockPayeesOfImport,
  saveImportedBalances,
} from "#app/store/imported-balances.ts";
import { deleteLinksOfImport } from "#app/store/imported-links.ts";
import { reopenShadow } from "#app/store/shadow.ts";
import { type Posting, postEntries } from "#app/store/ledger.ts";
import { openedOf } from "#app/flows/settlement/imported-balances.ts";
import { settleAgain } from "#app/flows/settlement/settle-again.ts";
import { endOwnRates, removePrograms, tagsInTerms } from "./file-programs.ts";
import { releaseCustomers } from "./import-customers.ts";
import type { AddedParts, ImportingBatch } from "./importing-batch.ts";
import { continueFile } from "./stop-file.ts";
import { noSuchImport } from "./upload-import.ts";

/** Starts to undo an import, unless something depends on it. Undoing it again changes nothing. */
export async function startUndo(
  { shop: { shopId }, actor, now }: Ctx,
  importId: string,
): Promise<Refusal | { readonly importId: string }> {
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    const row = await lockFileImport(tx, shopId, importId);
    if (!row) return noSuchImport;
    if (row.status === "undoing" && row.isStopped) return await continueFile(tx, row, queue);
    if (row.status === "undoing" || row.status === "undone") return { importId };
    if (row.status !== "done") return refuse("conflict", { code: "import_not_done" });
    const fault = await dependencyOf(tx, row);
    if (fault) return fault;
    await changeFileImport(tx, row, { status: "undoing", rowsDone: 0 });
    await recordAudit(tx, shopId, {
      subjectKind: "file-import",
      subjectId: row.importId,
      action: "undone",
      actor,
      details: { fileName: row.fileName },
      now,
    });
    await queue.send(tx, "import-file", { shopId, importId: row.importId });
    return { importId };
  });
}

/** The refusal if payments cover balances of the import, or its people earned or signed in. */
async function dependencyOf(tx: Tx, row: FileImport): Promise<Refusal | null> {
  await lockPayeesOfImport(tx, row.shopId, row.importId);
  const paid = await countPaidBalances(tx, row.shopId, row.importId);
  if (paid > 0) return refuse("conflict", { code: "import_paid", count: paid });
  const people = row.kind === "affiliates" ? await dependentPeople(tx, row) : 0;
  return people > 0 ? refuse("conflict", { code: "import_in_use", count: people }) : null;
}

const atOnce = 200;

/** Undoes a part: first the balances, then the people, then the orders. True once everything is undone. */
export async function undoBatch(tx: Tx, batch: ImportingBatch): Promise<boolean> {
  const { row } = batch;
  const { shopId, importId } = row;
  const balances = await lockBalancesOfImport(tx, shopId, { importId, limit: atOnce });
  if (balances.length > 0) {
    await takeBackAll(tx, batch, balances);
    return false;
  }
  const rows = await importRowsAfter(tx, shopId, { importId, after: row.rowsDone, limit: atOnce });
  const last = rows.at(-1);
  if (last) {
    if (row.kind === "affiliates") await removePeople(tx, batch, rows);
    if (row.kind === "customers") await releaseCustomers(tx, batch, rows);
    if (isMoneyKind(row.kind)) await freeOrders(tx, batch, rows);
    await changeFileImport(tx, row, { rowsDone: last.number });
    return false;
  }
  await removePrograms(tx, batch);
  await unapplyRows(tx, row);
  await changeFileImport(tx, row, { status: "undone" });
  await reopenShadow(tx, shopId, importId);
  return true;
}

/** The orders of some rows may earn here again, if they have signals and no other row is about them. */
async function freeOrders(tx: Tx, { shop, row, now }: ImportingBatch, rows: AppliedRows): Promise<void> {
  await deleteImportedOrders(
    tx,
    row,
    rows.map(({ number }) => number),
  );
  const orderIds = new Set(rows.flatMap(({ orderId }) => orderId ?? []));
  await settleAgain(tx, shop, [...orderIds].toSorted(), now);
}

async function takeBackAll(
  tx: Tx,
  { shop: { shopId }, now }: ImportingBatch,
  balances: readonly ImportedBalance[],
): Promise<void> {
  const postings: Posting[] = [];
  const changed: ImportedBalance[] = [];
  for (const balance of balances) {
    const { entry, currentMinor, revision } = takeBack(openedOf(balance), balance.currentMinor);
    postings.push({ ...entry, happenedAt: now });
    changed.push({ ...balance, currentMinor, revision, todo: "" });
  }
  await saveImportedBalances(tx, changed);
  await postEntries(tx, shopId, postings, now);
}

type AppliedRows = Awaited<ReturnType<typeof importRowsAfter>>;

/**
 * People whom the import created end up suspended, without programs, tags and codes, so that the codes are free for
 * others. Importing them again restores them. People who were there before lose what it added.
 */
async function removePeople(tx: Tx, batch: ImportingBatch, rows: AppliedRows): Promise<void> {
  const { shop, now } = batch;
  const { shopId } = shop;
  const created = rows.flatMap(({ isApplied, outcome, affiliateId }) =>
    isApplied && outcome === "create" && affiliateId !== null ? [affiliateId] : [],
  );
  const changed = rows.flatMap(({ isApplied, affiliateId }) =>
    isApplied && affiliateId ? [affiliateId] : [],
  );
  for (const { affiliateId, programId } of await listMemberships(tx, shopId, created)) {
    await leaveProgram(tx, { shopId, affiliateId, programId, at: now });
  }
  const codes = Map.groupBy(await listCodes(tx, shopId, created), (one) => one.affiliateId);
  for (const affiliateId of created) {
    const tags = (await heldTags(tx, shopId, { affiliateId, now })).map(({ tag }) => tag);
    await endParts(tx, batch, { affiliateId, tags, codes: codes.get(affiliateId) ?? [] });
    await endOwnRates(tx, batch, affiliateId);
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate || affiliate.status === "suspended") continue;
    await updateAffiliate(tx, affiliate, { status: "suspended", updatedAt: now });
  }
  const kept = new Set(created);
  for (const { isApplied, affiliateId, details } of rows) {
    const added = details["added"] as AddedParts | undefined;
    if (!isApplied || affiliateId === null || added === undefined || kept.has(affiliateId)) continue;
    await takeAway(tx, batch, affiliateId, added);
  }
  await deleteLinksOfImport(tx, shopId, { affiliateIds: changed, importId: batch.row.importId });
}

/**
 * Takes away what the import added to somebody who was there before: codes of orders that earned nothing since, and
 * tags that no program's terms ask for. The rest has to be taken away with notice.
 */
async function takeAway(
  tx: Tx,
  batch: ImportingBatch,
  affiliateId: AffiliateId,
  added: AddedParts,
): Promise<void> {
  const { shopId } = batch.shop;
  const keys = new Set(added.codes.map(referralKey));
  const codes = (await listCodes(tx, shopId, [affiliateId])).filter(({ codeKey }) => keys.has(codeKey));
  const first = codes.toSorted((a, b) => a.assignedAt.getTime() - b.assignedAt.getTime())[0];
  const hasEarned = first !== undefined && (await earnedSince(tx, shopId, affiliateId, first.assignedAt));
  const asked = await tagsInTerms(tx, shopId);
  await endParts(tx, batch, {
    affiliateId,
    codes: hasEarned ? [] : codes,
    tags: added.tags.filter((tag) => !asked.has(tagKey(tag))),
  });
}

type EndedParts = {
  readonly affiliateId: AffiliateId;
  readonly tags: readonly string[];
  readonly codes: readonly { readonly code: string }[];
};

async function endParts(
  tx: Tx,
  { shop: { shopId }, now }: ImportingBatch,
  { affiliateId, tags, codes }: EndedParts,
): Promise<void> {
  await endTags(tx, { shopId, affiliateId, tags, now, endsAt: now });
  for (const { code } of codes) {
    await removeCode(tx, { shopId, affiliateId, code, at: now });
    await recordAudit(tx, shopId, {
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "lost a discount code",
      actor: systemActor,
      details: { code },
      now,
    });
  }
}
