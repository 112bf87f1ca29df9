import type { Acting, Ctx } from "#app/domain/context.ts";
import type { ShopId } from "#app/domain/ids.ts";
import {
  statusAfterConfirmation,
  type Deciders,
  refusalOfApproval,
  refusalOfConfirm,
  refusalOfRetry,
} from "#app/domain/payouts/section.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { makerOfApiKey } from "#app/store/api-keys.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  type SectionChange,
  changeSection,
  lockSection,
  type PayoutSection,
} from "#app/store/payout-requests.ts";
import { lockPayout, lockSections } from "#app/store/payouts.ts";
import { countStaff } from "#app/store/staff.ts";
import { amountsChanged, areSameSums, type SectionSum } from "./create-payout.ts";
import { needsSecondConfirmation } from "./settle-plan.ts";

const noSuchPayout = () => refuse("not-found", { code: "not_found", what: "payout" });
const noSuchSection = () => refuse("not-found", { code: "not_found", what: "payout_section" });

/** Confirms a planned payout. Compares it with the amounts that the person saw. */
export async function confirmPayout(
  ctx: Ctx,
  payoutId: string,
  seen: readonly SectionSum[],
): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const sections = await lockedSections(tx, shopId, payoutId);
    if (!sections) return noSuchPayout();
    const open = sections.filter((one) => one.status === "planned" && one.confirmedBy === null);
    const refusal = refusalToConfirm(sections, open);
    if (refusal) return refusal;
    if (!areSameSums(open.map(sumOf), seen)) return amountsChanged;
    const needsApproval = await needsSecondConfirmation(tx, open);
    for (const section of open) {
      const expected = { expectedCount: section.paymentCount, expectedMinor: section.totalMinor };
      const yes = { confirmedBy: ctx.actor, confirmedAt: ctx.now, needsApproval, ...expected };
      await recordConfirmation(tx, queue, { section, yes }, { ...ctx, action: "confirmed" });
    }
    return null;
  });
}

/** The second confirmation of a payout above the shop's limit, by another member of staff. */
export async function approvePayout(ctx: Ctx, payoutId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const sections = await lockedSections(tx, shopId, payoutId);
    if (!sections) return noSuchPayout();
    const open = sections.filter(isForSecond);
    for (const section of open.length > 0 ? open : sections.slice(0, 1)) {
      const refusal = refusalOfApproval(section, ctx.actor, await readDeciders(tx, section));
      if (refusal) return refusal;
    }
    if (open.length === 0) return refuse("conflict", { code: "nothing_to_confirm" });
    for (const section of open) {
      const yes = { approvedBy: ctx.actor, approvedAt: ctx.now };
      await recordConfirmation(tx, queue, { section, yes }, { ...ctx, action: "approved" });
    }
    return null;
  });
}

const isForSecond = ({ status, needsApproval, confirmedBy, approvedBy }: PayoutSection) =>
  status === "planned" && needsApproval && confirmedBy !== null && approvedBy === null;

/** Locks a payout and its sections. Null if there is none. */
async function lockedSections(tx: Tx, shopId: ShopId, payoutId: string): Promise<PayoutSection[] | null> {
  const payout = await lockPayout(tx, shopId, payoutId);
  return payout && (await lockSections(tx, shopId, payout.payoutId));
}

function refusalToConfirm(
  sections: readonly PayoutSection[],
  open: readonly PayoutSection[],
): Refusal | null {
  const planning = sections.find((one) => one.status === "planning");
  if (planning) return refusalOfConfirm(planning);
  const [first] = open.length > 0 ? open : sections;
  return first ? refusalOfConfirm(first) : refuse("conflict", { code: "nothing_to_confirm" });
}

const sumOf = ({ method, currency, paymentCount, totalMinor }: PayoutSection): SectionSum => ({
  method,
  currency,
  count: paymentCount,
  totalMinor,
});

async function readDeciders(tx: Tx, { shopId, confirmedBy }: PayoutSection): Promise<Deciders> {
  const keyId = confirmedBy?.kind === "api-key" ? confirmedBy.id : null;
  return {
    staffCount: await countStaff(tx, shopId),
    keyMaker: keyId === null ? null : await makerOfApiKey(tx, shopId, keyId),
  };
}

/** Continues a stopped section. A second request finds nothing to do. */
export async function retrySection(ctx: Ctx, sectionId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const section = await lockSection(tx, shopId, sectionId);
    if (!section) return noSuchSection();
    const refusal = refusalOfRetry(section);
    if (refusal) return refusal;
    await changeSection(tx, shopId, section.sectionId, { error: "" });
    await auditConfirmation(tx, section, { ...ctx, action: "tried-again" });
    const job = section.status === "sending" ? "send-payouts" : "plan-payouts";
    await queue.send(tx, job, { shopId, sectionId: section.sectionId });
    return null;
  });
}

async function recordConfirmation(
  tx: Tx,
  queue: Queue,
  { section, yes }: { readonly section: PayoutSection; readonly yes: SectionChange },
  by: Acting & { readonly action: string },
): Promise<void> {
  const { shopId, sectionId } = section;
  const { confirmedBy = section.confirmedBy, approvedBy = section.approvedBy } = yes;
  const { paymentCount, needsApproval } = section;
  const status = statusAfterConfirmation({
    paymentCount,
    needsApproval: yes.needsApproval ?? needsApproval,
    confirmedBy,
    approvedBy,
  });
  await changeSection(tx, shopId, sectionId, { ...yes, status, error: "" });
  await auditConfirmation(tx, section, by);
  if (status === "sending") await queue.send(tx, "send-payouts", { shopId, sectionId });
}

async function auditConfirmation(
  tx: Tx,
  section: PayoutSection,
  { actor, now, action }: Acting & { readonly action: string },
) {
  const { shopId, sectionId, paymentCount, totalMinor, currency } = section;
  await recordAudit(tx, shopId, {
    subjectKind: "payout_section",
    subjectId: sectionId,
    action,
    actor,
    details: { items: paymentCount, totalMinor: String(totalMinor), currency },
    now,
  });
}
