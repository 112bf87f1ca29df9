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
  insertAffiliate,
  joinProgram,
  lockAffiliate,
  takenCodes,
  updateAffiliate,
} from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type BatchCode, insertBatch, ofAnyDiscount } from "#app/store/discounts.ts";
import type { AppliedRow, FileImportRow } from "#app/store/file-imports.ts";
import { insertImportedLinks } from "#app/store/imported-links.ts";
import { insertDetails, unconfirmedDetails } from "#app/store/payout-details.ts";
import { addTags, heldTags } from "#app/store/tags.ts";
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
  const byNumber = new Map(plans.map((plan) => [plan.row.number, plan]));
  const applied: AppliedRow[] = [];
  const imported = new Map<number, AffiliateId>();
  const codes: BatchCode[] = [];
  const rates: OwnRate[] = [];
  for (const row of rows) {
    const plan = byNumber.get(row.number);
    if (!plan) {
      applied.push(row);
      continue;
    }
    const before = imported.get(plan.before ?? 0) ?? null;
    const added = await partsAdded(tx, batch, { plan, before });
    const affiliateId = await importPerson(tx, batch, plan, before);
    if (affiliateId !== null) imported.set(row.number, affiliateId);
    if (affiliateId !== null) {
      codes.push(...codesOf(plan, affiliateId));
      rates.push(...ownRateOf(plan, affiliateId));
    }
    applied.push({ ...appliedRow(row, plan, affiliateId), details: { ...personDetails(plan), ...added } });
  }
  await giveOwnRates(tx, batch, rates);
  await assignCodes(tx, batch, codes);
  return applied;
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

function ownRateOf({ program, ownPay: pay }: PersonPlan, affiliateId: AffiliateId): OwnRate[] {
  const programId = program?.programId ?? null;
  return pay === null || programId === null ? [] : [{ affiliateId, programId, pay }];
}

type PersonToAdd = { readonly plan: PersonPlan; readonly before: AffiliateId | null };

/** Tags and codes that somebody of the store gets, so that an undo can take them away again. */
async function partsAdded(
  tx: Tx,
  { shop: { shopId }, now }: ImportingBatch,
  { plan: { row, outcome, known, discountCodes: codes }, before }: PersonToAdd,
): Promise<{ readonly added?: AddedParts }> {
  const affiliateId = known?.affiliateId ?? before;
  if (outcome !== "change" || affiliateId === null) return {};
  const held = new Set((await heldTags(tx, shopId, { affiliateId, now })).map(({ tag }) => tagKey(tag)));
  const tags = row.tags.filter((tag) => !held.has(tagKey(tag)));
  return { added: { tags, codes } };
}

function appliedRow(row: FileImportRow, plan: PersonPlan, affiliateId: AffiliateId | null): AppliedRow {
  const { outcome, code } = plan;
  // The affiliate has the name and address from now on.
  const label = affiliateId === null ? row.label : "";
  return {
    ...row,
    outcome,
    code,
    details: personDetails(plan),
    affiliateId,
    label,
    isApplied: affiliateId !== null,
  };
}

/**
 * The affiliate, or null if there is nothing to import by now. `before`: the affiliate of an earlier row that this one
 * adds to.
 */
async function importPerson(
  tx: Tx,
  batch: ImportingBatch,
  plan: PersonPlan,
  before: AffiliateId | null,
): Promise<AffiliateId | null> {
  const { shopId } = batch.shop;
  const { row, outcome, known, links } = plan;
  const { now } = batch;
  if (outcome !== "create" && outcome !== "change") return known?.affiliateId ?? null;
  const affiliateId = known?.affiliateId ?? before ?? (await addPerson(tx, batch, plan));
  if (known?.isUndone) await restorePerson(tx, batch, plan);
  if (outcome === "create") await joinPlanned(tx, batch, plan, affiliateId);
  await addTags(tx, { shopId, affiliateId, tags: row.tags, now });
  await insertImportedLinks(
    tx,
    links.map(({ parameter, value }) => ({
      shopId,
      parameter: importedLinkKey(parameter),
      valueKey: importedLinkKey(value),
      value: value.trim(),
      affiliateId,
      importId: batch.row.importId,
      createdAt: now,
    })),
  );
  // The affiliate confirms the account on their page, because nobody else decides where they are paid.
  if (known === null && outcome === "create" && row.payoutEmail !== "") {
    const affiliate = { shopId, affiliateId, email: row.email };
    await insertDetails(tx, unconfirmedDetails(affiliate, { kind: "paypal", email: row.payoutEmail }, now));
  }
  await auditPerson(tx, batch, { affiliateId, plan });
  return affiliateId;
}

async function joinPlanned(
  tx: Tx,
  { shop: { shopId }, now }: ImportingBatch,
  { program }: PersonPlan,
  affiliateId: AffiliateId,
): Promise<void> {
  const programId = program?.programId ?? null;
  if (programId !== null) await joinProgram(tx, { shopId, affiliateId, programId, at: now });
}

const statusOf: Readonly<Record<PersonState, AffiliateStatus>> = {
  active: "active",
  pending: "pending",
  invited: "invited",
  blocked: "suspended",
  rejected: "rejected",
};

async function addPerson(tx: Tx, { shop, now }: ImportingBatch, { row, ...plan }: PersonPlan) {
  const { shopId, timeZone } = shop;
  const affiliateId = newId<AffiliateId>(idPrefixes.affiliate, now);
  const referralCode = plan.referralCode ?? (await suggestCode(tx, shopId, row.name));
  const status = statusOf[row.state];
  const joined = row.joined === null ? now : dayStart(timeZone, row.joined);
  const accepted = joined < now ? joined : now;
  await insertAffiliate(tx, {
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
  });
  return affiliateId;
}

async function suggestCode(tx: Tx, shopId: ShopId, name: string): Promise<string> {
  const latinName = latinLetters(name);
  const taken = await takenCodes(tx, shopId, referralKey(suggestReferralCode(latinName, () => false)));
  return suggestReferralCode(latinName, (key) => taken.has(key));
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

async function auditPerson(
  tx: Tx,
  { shop, row, now }: ImportingBatch,
  { affiliateId, plan }: { readonly affiliateId: AffiliateId; readonly plan: PersonPlan },
): Promise<void> {
  await recordAudit(tx, shop.shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: "imported",
    actor: row.createdBy,
    details: { fileName: row.fileName, row: plan.row.number },
    now,
  });
}

function codesOf({ row, discountCodes }: PersonPlan, affiliateId: AffiliateId): BatchCode[] {
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
