import type { Ctx } from "#app/domain/context.ts";
import type { Actor } from "#app/domain/actor.ts";
import { idPrefixes, isIdOf, type PayoutSectionId, type PayoutId, type ShopId } from "#app/domain/ids.ts";
import type { MethodBlocks } from "#app/domain/payouts/eligible.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { payoutsWait } from "#app/domain/shadow/shadow-mode.ts";
import { hashToken, randomToken } from "#app/platform/crypto.server.ts";
import { type Db, db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertSection } from "#app/store/payout-requests.ts";
import type { Candidates } from "#app/store/payout-plan.ts";
import { findPayoutOfRequest, insertPayout, type Payout } from "#app/store/payouts.ts";
import { findShadow } from "#app/store/shadow.ts";
import type { Shop } from "#app/store/shops.ts";
import {
  candidatesInCurrency,
  type PayoutChoice,
  type PayoutPreview,
  previewPayout,
} from "./preview-section.ts";

/** Count and total of a section, as seen or confirmed by a person. Minor units. */
export type SectionSum = {
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly count: number;
  readonly totalMinor: bigint;
};

/** The confirmation of a preview. A repeated key returns the same payout. */
export type PayoutConfirmation = {
  /** Random, chosen by the client. */
  readonly key: string;
  readonly expected: readonly SectionSum[];
};

/** Creates the key for the confirmation of a preview. */
export function newConfirmationKey(): string {
  return randomToken();
}

/** More than a person chooses. A payout to everybody has no list. */
const mostChosen = 1000;

export const amountsChanged = refuse("conflict", { code: "amounts_changed" });
const otherRequest = refuse("conflict", { code: "confirmation_used" });

/**
 * Creates the confirmed payout, with a section per method and currency. Refuses if the amounts are no longer those
 * that the person saw. A repeated confirmation creates one payout.
 */
export async function createPayout(
  ctx: Ctx<Pick<Shop, "shopId" | "domain" | "scopes" | "currency">>,
  choice: PayoutChoice,
  { key, expected }: PayoutConfirmation,
): Promise<PayoutId | Refusal> {
  const { shop } = ctx;
  const { shopId } = shop;
  const request = { requestKey: hashToken(key), requestHash: hashRequest(choice, expected) };
  const before = await findPayoutOfRequest(db(), shopId, request.requestKey);
  if (before) return answerRepeated(before, request);
  const refusal = refusalOfChoice(choice, expected, ctx.now) ?? (await refusalOfSwitch(db(), shopId));
  if (refusal) return refusal;
  const preview = await previewPayout(shop, choice, { page: 1, limit: 1 }, ctx.now);
  if (isRefusal(preview)) return preview;
  if (!areSameSums(sectionsOfPreview(preview), expected)) {
    // The first of two equal requests may have created the payout meanwhile.
    const first = await findPayoutOfRequest(db(), shopId, request.requestKey);
    return first ? answerRepeated(first, request) : amountsChanged;
  }
  const queue = await openQueue();
  const payoutId = await inTransaction((tx) =>
    addPayout(tx, queue, shopId, {
      ...request,
      blocked: preview.blocked,
      sections: expected.map((seen) => ({
        ...candidatesInCurrency(choice, seen.currency),
        method: seen.method,
        seen,
      })),
      confirmedBy: ctx.actor,
      createdBy: ctx.actor,
      now: ctx.now,
    }),
  );
  if (payoutId !== null) return payoutId;
  const first = await findPayoutOfRequest(db(), shopId, request.requestKey);
  return first ? answerRepeated(first, request) : amountsChanged;
}

function answerRepeated(
  { payoutId, requestHash }: Payout,
  request: { readonly requestHash: string },
): PayoutId | Refusal {
  return requestHash === request.requestHash ? payoutId : otherRequest;
}

function hashRequest(choice: PayoutChoice, expected: readonly SectionSum[]): string {
  const { method, currency, cutoffAt, chosen, programId, minimum } = choice;
  const sections = expected.map((one) => [one.method, one.currency, one.count, String(one.totalMinor)]);
  const content = [
    method,
    currency,
    cutoffAt?.toISOString() ?? null,
    chosen?.toSorted() ?? null,
    programId,
    minimum && [String(minimum.minor), minimum.currency],
    sections.map((one) => one.join(" ")).toSorted(),
  ];
  return hashToken(JSON.stringify(content));
}

/** The refusal while payouts wait for the balances of the app that the store switches from (M25), or null. */
async function refusalOfSwitch(database: Db, shopId: ShopId): Promise<Refusal | null> {
  const waits = payoutsWait(await findShadow(database, shopId));
  return waits ? refuse("not-possible", { code: "payouts_await_balances" }) : null;
}

function refusalOfChoice(
  { chosen, cutoffAt, programId }: PayoutChoice,
  expected: readonly SectionSum[],
  now: Date,
): Refusal | null {
  if (expected.length === 0) return refuse("not-possible", { code: "nobody_to_pay" });
  if (cutoffAt && cutoffAt > now) return refuse("invalid", { code: "in_future" }, "cutoff");
  if (programId !== null && !isIdOf("program", programId)) {
    return refuse("invalid", { code: "not_found", what: "program" }, "program");
  }
  if (!chosen) return null;
  if (chosen.length > mostChosen) {
    return refuse("invalid", { code: "too_many", most: mostChosen }, "affiliates");
  }
  const isWrong = chosen.length === 0 || chosen.some((one) => !isIdOf("affiliate", one));
  return isWrong ? refuse("invalid", { code: "not_found", what: "affiliate" }, "affiliates") : null;
}

/** The sections that a preview would create. */
export function sectionsOfPreview({ currencies }: PayoutPreview): SectionSum[] {
  return currencies.flatMap(({ currency, sections }) =>
    sections.map(({ method, count, amountMinor }) => ({ method, currency, count, totalMinor: amountMinor })),
  );
}

/** True for the same sections in any order. */
export function areSameSums(some: readonly SectionSum[], others: readonly SectionSum[]): boolean {
  const keys = (sums: readonly SectionSum[]) =>
    sums.map((one) => `${one.method} ${one.currency} ${one.count} ${one.totalMinor}`).toSorted();
  return JSON.stringify(keys(some)) === JSON.stringify(keys(others));
}

type NewSection = Omit<Candidates, "method"> & {
  readonly method: PayoutMethod;
  /** Count and total that were confirmed; null for a schedule. */
  readonly seen: { readonly count: number; readonly totalMinor: bigint } | null;
  readonly scheduleKey?: string;
};

type NewPayout = {
  readonly requestKey?: string;
  readonly requestHash?: string;
  readonly scheduleDay?: string;
  readonly blocked: MethodBlocks;
  readonly sections: readonly NewSection[];
  readonly confirmedBy: Actor | null;
  readonly createdBy: Actor;
  readonly now: Date;
};

/** Inserts a payout with its sections and starts their planning. Null if its request or day has one already. */
export async function addPayout(
  tx: Tx,
  queue: Queue,
  shopId: ShopId,
  { sections, confirmedBy, now, ...payout }: NewPayout,
): Promise<PayoutId | null> {
  const payoutId = newId<PayoutId>(idPrefixes.payout, now);
  const isNew = await insertPayout(tx, { ...payout, shopId, payoutId, createdAt: now });
  if (!isNew) return null;
  const { createdBy } = payout;
  for (const section of sections) {
    const { seen, ...asked } = section;
    const sectionId = newId<PayoutSectionId>(idPrefixes.payoutSection, now);
    await insertSection(tx, {
      ...asked,
      shopId,
      sectionId,
      payoutId,
      status: "planning",
      expectedCount: seen?.count ?? null,
      expectedMinor: seen?.totalMinor ?? null,
      createdBy,
      createdAt: now,
      confirmedBy,
      confirmedAt: confirmedBy ? now : null,
    });
    await recordAudit(tx, shopId, {
      subjectKind: "payout_section",
      subjectId: sectionId,
      action: "created",
      actor: createdBy,
      details: {
        method: section.method,
        currency: section.currency,
        schedule: section.scheduleKey ?? "",
        ...(seen && { expectedCount: seen.count, expectedMinor: String(seen.totalMinor) }),
      },
      now,
    });
    await queue.send(tx, "plan-payouts", { shopId, sectionId });
  }
  return payoutId;
}
