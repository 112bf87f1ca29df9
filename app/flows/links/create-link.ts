import type { Acting, Ctx } from "#app/domain/context.ts";
import { givenUtm, type Utm } from "#app/domain/affiliate-link.ts";
import type { AffiliateId, LinkId } from "#app/domain/ids.ts";
import { type AffiliateRefusal, isRefusal, refuse } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findAffiliateNamed, lockAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { countLinks, insertLink } from "#app/store/links.ts";
import {
  linkDiscount,
  freeSlug,
  linkProgram,
  reserveSlug,
  linkTarget,
  type LinkShop,
} from "./link-fields.ts";

export type NewLink = {
  readonly name: string;
  /** Path or address of a page of the store, as typed. */
  readonly target: string;
  /** By default it is made from the affiliate's code and the name. */
  readonly slug?: string | undefined;
  readonly subId?: string | undefined;
  readonly utm?: Utm | undefined;
  readonly programId?: string | null | undefined;
  readonly discountCode?: string | null | undefined;
};

/** Limit of links that an affiliate creates. A merchant may create more. */
const mostByAffiliate = 500;

/** Creates a link to a page of the store for an affiliate, named by id, email address or referral code. */
export async function createLink(
  ctx: Ctx<LinkShop>,
  affiliateNamed: string,
  input: NewLink,
): Promise<LinkId | AffiliateRefusal> {
  const { shop } = ctx;
  const target = linkTarget(shop, input.target);
  if (isRefusal(target)) return target;
  return await inTransaction(async (tx) => {
    const named = await findAffiliateNamed(tx, shop.shopId, affiliateNamed);
    const affiliate = named && (await lockAffiliate(tx, shop.shopId, named.affiliateId));
    if (!affiliate) return refuse("invalid", { code: "not_found", what: "affiliate" }, "affiliateId");
    const refusal = await refusalToCreate(tx, affiliate, ctx);
    if (refusal) return refusal;
    return await insertNewLink(tx, affiliate, { ...input, target }, ctx);
  });
}

async function refusalToCreate(
  tx: Tx,
  affiliate: Affiliate,
  { actor }: Acting,
): Promise<AffiliateRefusal | null> {
  if (actor.kind !== "affiliate") return null;
  if (affiliate.status === "suspended" || affiliate.status === "rejected") {
    return refuse("not-possible", { code: "links_inactive" });
  }
  const { shopId, affiliateId } = affiliate;
  const count = await countLinks(tx, shopId, { affiliateId }, mostByAffiliate);
  if (count < mostByAffiliate) return null;
  return refuse("not-possible", { code: "too_many_links", count: mostByAffiliate });
}

async function insertNewLink(
  tx: Tx,
  affiliate: Affiliate,
  input: NewLink,
  by: Acting,
): Promise<LinkId | AffiliateRefusal> {
  const { shopId, affiliateId } = affiliate;
  const programId = await linkProgram(tx, affiliate, input.programId ?? null);
  if (isRefusal(programId)) return programId;
  const discountCode = await linkDiscount(tx, affiliate, input.discountCode ?? null);
  if (isRefusal(discountCode)) return discountCode;
  const linkId = newId<LinkId>("lin", by.now);
  const { name, target, subId = "", utm = {} } = input;
  await insertLink(tx, {
    shopId,
    linkId,
    affiliateId,
    name,
    target,
    subId,
    utm: givenUtm(utm),
    programId,
    discountCode,
    createdAt: by.now,
    createdBy: by.actor.name,
    updatedAt: by.now,
  });
  const words = `${affiliate.referralCode}-${name}`;
  const slug = input.slug ?? (await freeSlug(tx, shopId, words));
  const refusal = await reserveSlug(tx, { shopId, affiliateId, linkId }, { slug, at: by.now });
  if (refusal) return refusal;
  await auditNewLink(tx, { shopId, linkId, affiliateId }, { name, slug, target }, by);
  return linkId;
}

async function auditNewLink(
  tx: Tx,
  link: { shopId: Affiliate["shopId"]; linkId: LinkId; affiliateId: AffiliateId },
  details: { name: string; slug: string; target: string },
  { actor, now }: Acting,
): Promise<void> {
  const { shopId, linkId } = link;
  await recordAudit(tx, shopId, {
    subjectKind: "link",
    subjectId: linkId,
    action: "created",
    actor,
    details: { ...details, affiliateId: link.affiliateId },
    now,
  });
}
