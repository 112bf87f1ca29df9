import type { Actor } from "#app/domain/actor.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { findAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  findProgram,
  insertVersion,
  isMember,
  listVersions,
  lockProgram,
  nextVersionNumber,
  type Program,
  programsOfOwnTerms,
  termsFor,
  type Version,
} from "#app/store/programs.ts";
import { refuseUnknownGoods } from "./check-goods.ts";
import { termsOfInput, type TermsInput } from "#app/domain/terms/terms-of-input.ts";

type Shop = { readonly shopId: ShopId; readonly domain: string; readonly currency: string };
type By = { readonly actor: Actor; readonly now: Date };
export type Member = { readonly affiliateId: string; readonly programId: string };

export type OwnTerms = {
  readonly affiliate: Affiliate;
  readonly program: Program;
  /** Those that judge orders from now on: the affiliate's own, or the program's. */
  readonly terms: ProgramTerms;
  readonly isOwn: boolean;
  readonly version: number;
  /** Number of the newest own version, ended ones among them; 0 where there never was one. */
  readonly newestOwn: number;
};

const noSuchMember = refuse("not-found", "This affiliate is not in such a program");

/** The terms under which an affiliate earns in a program (T12). */
export async function readOwnTerms(shopId: ShopId, member: Member): Promise<OwnTerms | Refusal> {
  return await findOwnTerms(db(), shopId, member);
}

/** The own versions of an affiliate in a program, newest first. */
export async function readOwnPast(shopId: ShopId, { affiliate, program }: OwnTerms): Promise<Version[]> {
  const { affiliateId } = affiliate;
  return await listVersions(db(), shopId, program.programId, { limit: 100, affiliateId });
}

/** In which programs an affiliate has own terms now. */
export async function readOwnPrograms(shopId: ShopId, affiliateId: AffiliateId): Promise<ProgramId[]> {
  return await programsOfOwnTerms(db(), shopId, affiliateId);
}

/**
 * Gives an affiliate own terms in a program, from now on; orders created before keep theirs. What is left out of
 * `input` is as it was for the affiliate. Terms that are the same make no new version.
 */
export async function saveOwnTerms(
  shop: Shop,
  asked: Member & { readonly terms: TermsInput; readonly seen?: number | undefined },
  by: By,
): Promise<Refusal | OwnTerms> {
  const unknown = await refuseUnknownGoods(shop.domain, asked.terms.rules);
  if (unknown) return unknown;
  return await changing(shop.shopId, asked, async (tx, known) => {
    if (asked.seen !== undefined && asked.seen !== known.newestOwn) return refuseMeanwhile();
    const terms = termsOfInput(asked.terms, known.terms, shop.currency);
    if (isRefusal(terms)) return terms;
    if (known.isOwn && canonicalText(terms) === canonicalText(known.terms)) return null;
    return await write(tx, known, { terms, by });
  });
}

/** From now on the program's terms hold for the affiliate again. */
export async function endOwnTerms(shopId: ShopId, member: Member, by: By): Promise<Refusal | OwnTerms> {
  return await changing(shopId, member, async (tx, known) => {
    if (!known.isOwn) return refuse("not-possible", "This affiliate has no own terms in this program");
    return await write(tx, known, { terms: null, by });
  });
}

async function changing(
  shopId: ShopId,
  member: Member,
  work: (tx: Tx, known: OwnTerms) => Promise<Refusal | null>,
): Promise<Refusal | OwnTerms> {
  return await inTransaction(async (tx) => {
    if (!(await lockProgram(tx, shopId, member.programId))) return noSuchMember;
    const known = await findOwnTerms(tx, shopId, member);
    if (isRefusal(known)) return known;
    return (await work(tx, known)) ?? (await findOwnTerms(tx, shopId, member));
  });
}

async function write(
  tx: Tx,
  { affiliate, program }: OwnTerms,
  { terms, by }: { terms: ProgramTerms | null; by: By },
): Promise<null> {
  const { shopId, programId } = program;
  const { affiliateId } = affiliate;
  const version = await nextVersionNumber(tx, shopId, programId);
  await insertVersion(tx, { shopId, programId, version, affiliateId, terms, at: by.now, by: by.actor.name });
  await recordAudit(tx, shopId, {
    subjectKind: "affiliate",
    subjectId: affiliateId,
    action: terms ? "was given own terms" : "lost own terms",
    actor: by.actor,
    details: { programId, program: program.name, version },
    now: by.now,
  });
  return null;
}

async function findOwnTerms(tx: Tx | ReturnType<typeof db>, shopId: ShopId, member: Member) {
  const affiliate = await findAffiliate(tx, shopId, member.affiliateId);
  const program = await findProgram(tx, shopId, member.programId);
  if (!affiliate || !program) return noSuchMember;
  const { affiliateId } = affiliate;
  const { programId } = program;
  if (!(await isMember(tx, shopId, { programId, affiliateId }))) return noSuchMember;
  return { affiliate, program, ...(await termsFor(tx, program, affiliateId)) };
}

function refuseMeanwhile(): Refusal {
  const message = "Someone else changed these terms meanwhile. Reload to see the newest.";
  return refuse("conflict", message, "revision");
}
