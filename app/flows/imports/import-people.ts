import { systemActor } from "#app/domain/actor.ts";
import type { AffiliateStatus } from "#app/domain/affiliate.ts";
import { type AffiliateId, type CodeBatchId, idPrefixes, type ShopId } from "#app/domain/ids.ts";
import { allRows, decisionKey, type Decisions, type RowDecision } from "#app/domain/imports/decisions.ts";
import type { PersonState } from "#app/domain/imports/import-kinds.ts";
import type { PersonRow } from "#app/domain/imports/import-rows.ts";
import { type PersonPlan, personDetails } from "#app/domain/imports/plan-people.ts";
import { tagKey } from "#app/domain/tags.ts";
import { importedLinkKey, referralKey, suggestReferralCode } from "#app/domain/referral-code.ts";
import { dayStart } from "#app/platform/clock.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { latinLetters } from "#app/platform/latin-letters.server.ts";
import {
  insertAffiliates,
  joinPrograms,
  lockAffiliate,
  takenCodes,
  updateAffiliate,
} from "#app/store/affiliates.ts";
import { recordAudit, recordAudits } from "#app/store/audit.ts";
import { type BatchCode, insertBatch, ofAnyDiscount } from "#app/store/discounts.ts";
import type { AppliedRow, FileImportRow } from "#app/store/file-imports.ts";
import { insertImportedLinks } from "#app/store/imported-links.ts";
import { insertDetails, unconfirmedDetails } from "#app/store/payout-details.ts";
import { addTags, heldTags, insertTags } from "#app/store/tags.ts";
import { giveOwnRates, type OwnRate } from "./file-programs.ts";
import { planPeopleOf } from "./import-facts.ts";
import type { AddedParts, ImportingBatch } from "./importing-batch.ts";

/** Imports the people of some rows. Nobody is emailed. Rows that the check skipped stay skipped. */
export async function importPeople(
  tx: Tx,
  batch: ImportingBatch,
  rows: readonly FileImportRow[],
): Promise<AppliedRow[]> {
  const chosen = rows.filter(({ outcome }) => outcome === "create" || outcome === "change");
  const people = chosen.map(({ values }) => values as unknown as PersonRow);
  const { choices, system } = batch.row;
  const decisions = decisionsOf(chosen);
  const plans = await planPeopleOf(tx, batch.shop, people, { choices, system, decisions });
  const imported = await saveAffiliates(tx, batch, plans);
  const added = await partsAdded(tx, batch, imported);
  await saveParts(tx, batch, imported);
  await giveOwnRates(tx, batch, imported.flatMap(ownRateOf));
  await assignCodes(tx, batch, imported.flatMap(codesOf));
  const byNumber = new Map(plans.map((plan) => [plan.row.number, plan]));
  const idOf = new Map(imported.map(({ plan, affiliateId }) => [plan.row.number, affiliateId]));
  return rows.map((row) => {
    const plan = byNumber.get(row.number);
    if (!plan) return row;
    const applied = appliedRow(row, plan, idOf.get(row.number) ?? plan.known?.affiliateId ?? null);
    return { ...applied, details: { ...personDetails(plan), ...added.get(row.number) } };
  });
}

/** The check has decided who is added to whom. Others who look alike by now are other people. */
function decisionsOf(rows: readonly FileImportRow[]): Decisions {
  const merged = rows.flatMap(({ number, code, affiliateId }) => {
    if (code !== "affiliate_merged") return [];
    const merge = { action: "merge", ...(affiliateId !== null && { affiliateId }) } as const;
    const codes = ["affiliate_similar", "email_repeated"] as const;
    return codes.map((one): [string, RowDecision] => [decisionKey(one, number), merge]);
  });
  return {
    [decisionKey("affiliate_similar", allRows)]: { action: "create" },
    ...Object.fromEntries(merged),
  };
}

function ownRateOf({ plan: { program, ownPay: pay }, affiliateId }: Imported): OwnRate[] {
  const programId = program?.programId ?? null;
  return pay === null || programId === null ? [] : [{ affiliateId, programId, pay }];
}

/** Tags and codes that people of the store get, by row, so that an undo can take them away again. */
async function partsAdded(
  tx: Tx,
  { shop: { shopId }, now }: ImportingBatch,
  imported: readonly Imported[],
): Promise<Map<number, { readonly added: AddedParts }>> {
  const parts = new Map<number, { readonly added: AddedParts }>();
  for (const { plan, affiliateId } of imported) {
    if (plan.outcome !== "change") continue;
    const { row, discountCodes: codes } = plan;
    const held = new Set((await heldTags(tx, shopId, { affiliateId, now })).map(({ tag }) => tagKey(tag)));
    const tags = row.tags.filter((tag) => !held.has(tagKey(tag)));
    parts.set(row.number, { added: { tags, codes } });
  }
  return parts;
}

function appliedRow(row: FileImportRow, plan: PersonPlan, affiliateId: AffiliateId | null): AppliedRow {
  const { outcome, code } = plan;
  // The affiliate has the name and address from now on.
  const label = affiliateId === null ? row.label : "";
  return { ...row, outcome, code, affiliateId, label, isApplied: affiliateId !== null };
}

/** A person who is imported. */
type Imported = { readonly plan: PersonPlan; readonly affiliateId: AffiliateId };

const isNew = ({ outcome, known }: PersonPlan) => outcome === "create" && known === null;

/** Adds the new affiliates, and restores those whom an undone import left. */
async function saveAffiliates(
  tx: Tx,
  batch: ImportingBatch,
  plans: readonly PersonPlan[],
): Promise<Imported[]> {
  const { shop, now } = batch;
  const added = plans.filter(isNew);
  const codes = await referralCodesOf(tx, shop.shopId, added);
  const ids = new Map<number, AffiliateId>();
  const imported = plans
    .filter(({ outcome }) => outcome === "create" || outcome === "change")
    .map((plan) => {
      // A row may add to the person of an earlier one.
      const known = plan.known?.affiliateId ?? ids.get(plan.before ?? 0);
      const affiliateId = known ?? newId<AffiliateId>(idPrefixes.affiliate, now);
      ids.set(plan.row.number, affiliateId);
      return { plan, affiliateId };
    });
  await insertAffiliates(
    tx,
    shop.shopId,
    imported.flatMap((one) => {
      const code = codes.get(one.plan.row.number);
      return one.plan.known === null && code !== undefined ? [affiliateRow(batch, one, code)] : [];
    }),
  );
  for (const { plan } of imported) if (plan.known?.isUndone) await restorePerson(tx, batch, plan);
  return imported;
}

/** Memberships, tags, links, accounts to confirm, and the audit trail of imported people. */
async function saveParts(tx: Tx, batch: ImportingBatch, imported: readonly Imported[]): Promise<void> {
  const { shop, row: file, now } = batch;
  const { shopId } = shop;
  await joinPrograms(
    tx,
    imported.flatMap(({ plan: { outcome, program }, affiliateId }) => {
      const programId = program?.programId ?? null;
      return outcome === "create" && programId !== null ? [{ shopId, affiliateId, programId, at: now }] : [];
    }),
  );
  await saveTags(tx, batch, imported);
  await insertImportedLinks(
    tx,
    imported.flatMap((one) => linksOf(batch, one)),
  );
  // The affiliate confirms the account on their page, because nobody else decides where they are paid.
  await insertDetails(
    tx,
    imported.flatMap(({ plan, affiliateId }) => {
      const { row } = plan;
      if (!isNew(plan) || row.payoutEmail === "") return [];
      const affiliate = { shopId, affiliateId, email: row.email };
      return [unconfirmedDetails(affiliate, { kind: "paypal", email: row.payoutEmail }, now)];
    }),
  );
  await recordAudits(
    tx,
    shopId,
    imported.map(({ plan, affiliateId }) => ({
      subjectKind: "affiliate",
      subjectId: affiliateId,
      action: "imported",
      actor: file.createdBy,
      details: { fileName: file.fileName, row: plan.row.number },
      now,
    })),
  );
}

async function saveTags(
  tx: Tx,
  { shop: { shopId }, now }: ImportingBatch,
  imported: readonly Imported[],
): Promise<void> {
  const added = imported.flatMap(({ plan, affiliateId }) =>
    isNew(plan) ? plan.row.tags.map((tag) => ({ affiliateId, tag })) : [],
  );
  await insertTags(tx, shopId, added, now);
  for (const { plan, affiliateId } of imported) {
    if (!isNew(plan)) await addTags(tx, { shopId, affiliateId, tags: plan.row.tags, now });
  }
}

function linksOf({ shop: { shopId }, row, now }: ImportingBatch, { plan, affiliateId }: Imported) {
  return plan.links.map(({ parameter, value }) => ({
    shopId,
    parameter: importedLinkKey(parameter),
    valueKey: importedLinkKey(value),
    value: value.trim(),
    affiliateId,
    importId: row.importId,
    createdAt: now,
  }));
}

const statusOf: Readonly<Record<PersonState, AffiliateStatus>> = {
  active: "active",
  pending: "pending",
  invited: "invited",
  blocked: "suspended",
  rejected: "rejected",
};

function affiliateRow(
  { shop: { shopId, timeZone }, now }: ImportingBatch,
  { plan: { row }, affiliateId }: Imported,
  referralCode: string,
) {
  const status = statusOf[row.state];
  const joined = row.joined === null ? now : dayStart(timeZone, row.joined);
  const accepted = joined < now ? joined : now;
  return {
    shopId,
    affiliateId,
    name: row.name,
    email: row.email,
    emailKey: row.email.toLowerCase(),
    status,
    referralCode,
    codeKey: referralKey(referralCode),
    note: row.note,
    invitedAt: null,
    // Shown as the day of joining. States and memberships begin with the import (M20).
    acceptedAt: status === "active" || status === "suspended" ? accepted : null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Referral codes by row: the file's, or suggested free ones. */
async function referralCodesOf(
  tx: Tx,
  shopId: ShopId,
  plans: readonly PersonPlan[],
): Promise<Map<number, string>> {
  const codes = new Map<number, string>();
  const unnamed: { readonly number: number; readonly latinName: string }[] = [];
  for (const { row, referralCode } of plans) {
    if (referralCode === null) unnamed.push({ number: row.number, latinName: latinLetters(row.name) });
    else codes.set(row.number, referralCode);
  }
  const stems = unnamed.map(({ latinName }) => referralKey(suggestReferralCode(latinName, () => false)));
  const taken = await takenCodes(tx, shopId, stems);
  for (const code of codes.values()) taken.add(referralKey(code));
  for (const { number, latinName } of unnamed) {
    const code = suggestReferralCode(latinName, (key) => taken.has(key));
    taken.add(referralKey(code));
    codes.set(number, code);
  }
  return codes;
}

/** Someone whom an undone import left suspended gets their state from the file again. */
async function restorePerson(
  tx: Tx,
  { shop, now }: ImportingBatch,
  { row, known }: PersonPlan,
): Promise<void> {
  const affiliate = known && (await lockAffiliate(tx, shop.shopId, known.affiliateId));
  const status = statusOf[row.state];
  if (!affiliate || affiliate.status === status) return;
  await updateAffiliate(tx, affiliate, { status, updatedAt: now });
}

function codesOf({ plan: { row, discountCodes }, affiliateId }: Imported): BatchCode[] {
  return discountCodes.map((code) => ({
    affiliateId,
    name: row.name,
    code,
    state: "waiting",
    message: null,
  }));
}

/** A job looks up the codes in the store and assigns those that it has. */
async function assignCodes(
  tx: Tx,
  { shop: { shopId }, now, queue }: ImportingBatch,
  codes: readonly BatchCode[],
): Promise<void> {
  if (codes.length === 0) return;
  const batchId = newId<CodeBatchId>(idPrefixes.codeBatch, now);
  const batch = { batchId, discountId: ofAnyDiscount, status: "waiting", createdAt: now } as const;
  await insertBatch(tx, shopId, { ...batch, codes, finishedAt: null });
  await recordAudit(tx, shopId, {
    subjectKind: "code-batch",
    subjectId: batchId,
    action: "had a list of discount codes assigned",
    actor: systemActor,
    details: { count: codes.length },
    now,
  });
  await queue.send(tx, "assign-codes", { shopId, batchId });
}
