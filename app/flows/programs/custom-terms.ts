import { hasJoined } from "#app/domain/affiliate.ts";
import type { Acting, Ctx, ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { type Db, db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { findAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findProgram, isMember, lockProgram, type Program, termsFor } from "#app/store/programs.ts";
import type { WaitingVersion } from "#app/store/waiting-versions.ts";
import { refuseUnknownGoods } from "./check-goods.ts";
import {
  findWaiting,
  isSameTerms,
  planTerms,
  saveVersion,
  type TermsPlan,
  noWaitingTerms,
  type WaitingTermsView,
  waitingTermsView,
  withdrawWaiting,
} from "./schedule-terms.ts";
import { termsOfInput, type TermsInput } from "#app/domain/terms/terms-of-input.ts";

export type MemberKey = { readonly affiliateId: string; readonly programId: string };

/** An affiliate's terms in a program: custom ones, or the program's. */
export type CustomTermsView = {
  readonly affiliate: AffiliateId;
  readonly affiliateName: string;
  readonly program: ProgramId;
  readonly programName: string;
  readonly own: boolean;
  /** Number of the current version. */
  readonly version: number;
  /** Number of the newest custom version, ended ones included. 0 if there never was one. */
  readonly revision: number;
  readonly terms: ProgramTerms;
  /** Custom terms that start later, or their end. */
  readonly waiting: WaitingTermsView | null;
};

type CustomTerms = {
  readonly affiliate: Affiliate;
  readonly program: Program;
  readonly terms: ProgramTerms;
  readonly isOwn: boolean;
  readonly version: number;
  readonly newestOwn: number;
  readonly waiting: WaitingVersion | null;
};

const noSuchMember = refuse("not-found", { code: "not_found", what: "member" });

/** The terms under which an affiliate earns in a program (T12). */
export async function readCustomTerms(
  shopId: ShopId,
  member: MemberKey,
  now: Date,
): Promise<CustomTermsView | Refusal> {
  const known = await findCustomTerms(db(), shopId, { ...member, now });
  return isRefusal(known) ? known : customTermsView(known);
}

/**
 * Saves custom terms of an affiliate in a program. Orders created before keep theirs. A reduction waits for the end
 * of the program's notice period (T15). Missing parts of `input` stay unchanged. Unchanged terms create no version.
 */
export async function saveCustomTerms(
  ctx: Ctx<ShopWith<"domain" | "currency">>,
  asked: MemberKey & { readonly terms: TermsInput; readonly seen?: number | undefined },
): Promise<Refusal | CustomTermsView> {
  const { shop } = ctx;
  const unknown = await refuseUnknownGoods(shop.domain, asked.terms.rules);
  if (unknown) return unknown;
  return await changeCustomTerms(ctx, asked, async (tx, known) => {
    if (asked.seen !== undefined && asked.seen !== known.newestOwn) return refusalOfStaleTerms();
    const terms = termsOfInput(asked.terms, known.terms, shop.currency);
    if (isRefusal(terms)) return terms;
    if (known.isOwn && isSameTerms(terms, known.terms)) return null;
    if (known.waiting && isSameTerms(terms, known.waiting.terms)) return null;
    return await saveCustomTermsVersion(tx, known, {
      terms,
      plan: planCustomVersion(known, terms, ctx.now),
      by: ctx,
    });
  });
}

/** Lower custom terms that saving would schedule. Null if they start at once. */
export async function planCustomTerms(
  shop: ShopWith<"domain" | "currency">,
  asked: MemberKey & { readonly terms: TermsInput },
  now: Date,
): Promise<Refusal | TermsPlan | null> {
  const known = await findCustomTerms(db(), shop.shopId, { ...asked, now });
  if (isRefusal(known)) return known;
  const terms = termsOfInput(asked.terms, known.terms, shop.currency);
  if (isRefusal(terms)) return terms;
  if (known.waiting && isSameTerms(terms, known.waiting.terms)) return null;
  const plan = planCustomVersion(known, terms, now);
  return plan.startsAt > now ? plan : null;
}

/** Ends custom terms. The program's terms apply again, at once or after the notice period. */
export async function endCustomTerms(ctx: Ctx, member: MemberKey): Promise<Refusal | CustomTermsView> {
  return await changeCustomTerms(ctx, member, async (tx, known) => {
    if (!known.isOwn) return refuse("not-possible", { code: "not_found", what: "own_terms" });
    if (known.waiting?.terms === null) return null;
    return await saveCustomTermsVersion(tx, known, {
      terms: null,
      plan: await planEnd(tx, known, ctx.now),
      by: ctx,
    });
  });
}

/** Withdraws an affiliate's waiting custom terms, or the scheduled end of custom terms. */
export async function withdrawCustomTerms(ctx: Ctx, member: MemberKey): Promise<Refusal | CustomTermsView> {
  return await changeCustomTerms(ctx, member, async (tx, { program, waiting }) =>
    waiting ? await withdrawWaiting(tx, program, waiting, ctx) : noWaitingTerms,
  );
}

async function changeCustomTerms(
  { shop: { shopId }, now }: Ctx,
  member: MemberKey,
  work: (tx: Tx, known: CustomTerms) => Promise<Refusal | null>,
): Promise<Refusal | CustomTermsView> {
  return await inTransaction(async (tx) => {
    if (!(await lockProgram(tx, shopId, member.programId))) return noSuchMember;
    const known = await findCustomTerms(tx, shopId, { ...member, now });
    if (isRefusal(known)) return known;
    const refusal = await work(tx, known);
    if (refusal) return refusal;
    const changed = await findCustomTerms(tx, shopId, { ...member, now });
    return isRefusal(changed) ? changed : customTermsView(changed);
  });
}

function planCustomVersion(
  { affiliate, program, terms: before }: CustomTerms,
  after: ProgramTerms,
  now: Date,
): TermsPlan {
  return planTerms(program, { before, after, joined: hasJoined(affiliate) ? 1 : 0, now });
}

/** The end of custom terms is also a reduction if the program's waiting terms are lower than the custom ones. */
async function planEnd(tx: Db, known: CustomTerms, now: Date): Promise<TermsPlan> {
  const { program } = known;
  const later = await findWaiting(tx, program, { affiliateId: null, now });
  const plans = [program.terms, later?.terms].flatMap((terms) =>
    terms ? [planCustomVersion(known, terms, now)] : [],
  );
  return plans.find((plan) => plan.effect === "reduction") ?? planCustomVersion(known, program.terms, now);
}

type CustomTermsChange = {
  readonly terms: ProgramTerms | null;
  readonly plan: TermsPlan;
  readonly by: Acting;
};

async function saveCustomTermsVersion(
  tx: Tx,
  { affiliate, program, version: previousVersion }: CustomTerms,
  { terms, plan, by }: CustomTermsChange,
): Promise<Refusal | null> {
  const { shopId, programId } = program;
  const { affiliateId } = affiliate;
  const { startsAt } = plan;
  const version = await saveVersion(tx, program, { affiliateId, terms, previousVersion, plan }, by);
  if (isRefusal(version)) return version;
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: terms ? "was given own terms" : "lost own terms",
    actor: by.actor,
    details: { programId, program: program.name, version, effectiveFrom: startsAt.toISOString() },
    now: by.now,
  });
  return null;
}

async function findCustomTerms(tx: Db, shopId: ShopId, member: MemberKey & { readonly now: Date }) {
  const affiliate = await findAffiliate(tx, shopId, member.affiliateId);
  const program = await findProgram(tx, shopId, member.programId);
  if (!affiliate || !program) return noSuchMember;
  const { affiliateId } = affiliate;
  const { programId } = program;
  if (!(await isMember(tx, shopId, { programId, affiliateId }))) return noSuchMember;
  const waiting = await findWaiting(tx, program, { affiliateId, now: member.now });
  return { affiliate, program, waiting, ...(await termsFor(tx, program, affiliateId)) };
}

function customTermsView({ affiliate, program, terms, waiting, ...known }: CustomTerms): CustomTermsView {
  return {
    affiliate: affiliate.affiliateId,
    affiliateName: affiliate.name,
    program: program.programId,
    programName: program.name,
    own: known.isOwn,
    version: known.version,
    revision: known.newestOwn,
    terms,
    waiting: waiting && waitingTermsView(waiting, { inForce: terms, otherwise: program.terms }),
  };
}

function refusalOfStaleTerms(): Refusal {
  return refuse("conflict", { code: "changed_meanwhile", what: "terms" }, "revision");
}
