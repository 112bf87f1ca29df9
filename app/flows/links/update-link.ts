import type { Acting, Ctx } from "#app/domain/context.ts";
import { givenUtm } from "#app/domain/affiliate-link.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { type AffiliateRefusal, isRefusal, refuse } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockLink, slugsOf, updateLink as keep, type Link, type LinkStatus } from "#app/store/links.ts";
import type { NewLink } from "./create-link.ts";
import {
  linkDiscount,
  noSuchLink,
  linkProgram,
  reserveSlug,
  linkTarget,
  type LinkShop,
} from "./link-fields.ts";

export type LinkChange = { readonly [Field in keyof NewLink]?: NewLink[Field] | undefined } & {
  readonly status?: LinkStatus | undefined;
  /** The revision that the editor saw; another one since then is a conflict. */
  readonly revision?: number | undefined;
};

export type LinkKey = {
  readonly linkId: string;
  /** Set for an affiliate's request. The link must be theirs. */
  readonly owner?: AffiliateId | undefined;
};

/** Changes the given fields. A former slug still leads to the link. */
export async function updateLink(
  ctx: Ctx<LinkShop>,
  { linkId, owner }: LinkKey,
  change: LinkChange,
): Promise<AffiliateRefusal | { changed: string[] }> {
  const { shop } = ctx;
  const target = change.target === undefined ? undefined : linkTarget(shop, change.target);
  if (isRefusal(target)) return target;
  return await inTransaction(async (tx) => {
    const link = await lockLink(tx, shop.shopId, linkId);
    if (!link || (owner !== undefined && link.affiliateId !== owner)) return noSuchLink;
    if (change.revision !== undefined && change.revision !== link.revision) {
      return refuse("conflict", { code: "changed_meanwhile", what: "link" }, "revision");
    }
    return await saveLinkChange(tx, link, { ...change, target }, ctx);
  });
}

async function saveLinkChange(
  tx: Tx,
  link: Link,
  change: LinkChange,
  by: Acting,
): Promise<AffiliateRefusal | { changed: string[] }> {
  const columns = await changedLinkColumns(tx, link, change);
  if (isRefusal(columns)) return columns;
  const before: Record<string, unknown> = link;
  const changed = Object.entries(columns)
    .filter(([field, value]) => canonicalText(value) !== canonicalText(before[field]))
    .map(([field]) => field);
  const slugs = await slugsOf(tx, link.shopId, link.linkId);
  const former = slugs[0]?.code ?? "";
  if (change.slug !== undefined && change.slug !== former) {
    const refusal = await reserveSlug(tx, link, { slug: change.slug, at: by.now });
    if (refusal) return refusal;
    changed.push("slug");
  }
  if (changed.length === 0) return { changed };
  await keep(tx, link, { ...columns, shutSince: shutSince(link, columns.status, by.now), updatedAt: by.now });
  await recordLinkChange(tx, link, { change, changed, former }, by);
  return { changed };
}

/** A paused link that is then archived counts as closed since the pause. */
function shutSince(link: Link, status: LinkStatus | undefined, now: Date): Date | null {
  return status === "active" ? null : (link.shutSince ?? now);
}

/**
 * The columns that a change writes, or a refusal. An unchanged program or code may stay even if it no longer exists.
 */
async function changedLinkColumns(
  tx: Tx,
  link: Link,
  change: LinkChange,
): Promise<Partial<Link> | AffiliateRefusal> {
  const { programId: wanted = link.programId, discountCode: code = link.discountCode } = change;
  const programId = wanted === link.programId ? link.programId : await linkProgram(tx, link, wanted);
  if (isRefusal(programId)) return programId;
  const discountCode = code === link.discountCode ? code : await linkDiscount(tx, link, code);
  if (isRefusal(discountCode)) return discountCode;
  const { name = link.name, target = link.target, subId = link.subId, status = link.status } = change;
  const utm = change.utm ? givenUtm(change.utm) : link.utm;
  return { name, target, subId, status, utm, programId, discountCode };
}

type LinkAudit = {
  readonly change: LinkChange;
  readonly changed: readonly string[];
  readonly former: string;
};

async function recordLinkChange(
  tx: Tx,
  link: Link,
  { change, changed, former }: LinkAudit,
  { actor, now }: Acting,
): Promise<void> {
  const subject = { subjectKind: "link", subjectId: link.linkId, actor, now };
  const fields = changed.filter((field) => field !== "slug" && field !== "status");
  if (changed.includes("slug")) {
    const details = { from: former, to: change.slug };
    await recordAudit(tx, link.shopId, { ...subject, action: "renamed", details });
  }
  if (changed.includes("status")) {
    const action = change.status === "active" ? "resumed" : (change.status ?? link.status);
    await recordAudit(tx, link.shopId, { ...subject, action });
  }
  if (fields.length > 0) {
    await recordAudit(tx, link.shopId, { ...subject, action: "changed", details: { changed: fields } });
  }
}
