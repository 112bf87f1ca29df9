import { and, eq, sql } from "drizzle-orm";
import type { AffiliateId, ClickId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { clicks } from "./schema/clicks.ts";
import { isOneOf } from "./many-rows.ts";
import { affiliateCodes } from "./schema/affiliates.ts";
import { foreignReferrals, links, referralCodes } from "./schema/links.ts";

export type CodeOwner = {
  readonly affiliateId: AffiliateId;
  readonly assignedAt: Date;
  /** Null while the affiliate has it. */
  readonly endedAt: Date | null;
};

/** Whose discount codes these are and were, by lower-cased code, in the order of having them. */
export async function ownersOfCodes(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
): Promise<Map<string, CodeOwner[]>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await db
    .select({
      codeKey: affiliateCodes.codeKey,
      affiliateId: affiliateCodes.affiliateId,
      assignedAt: affiliateCodes.assignedAt,
      endedAt: affiliateCodes.endedAt,
      endsAt: affiliateCodes.endsAt,
      endsHow: affiliateCodes.endsHow,
    })
    .from(affiliateCodes)
    .where(and(eq(affiliateCodes.shopId, shopId), isOneOf(affiliateCodes.codeKey, codeKeys)))
    .orderBy(affiliateCodes.codeKey, affiliateCodes.assignedAt);
  // A removal that waits for the notice period ends the code at its instant, whoever writes it down when.
  const owners = rows.map(({ endsAt, endsHow, endedAt, ...row }) => ({
    ...row,
    endedAt: endedAt ?? (endsHow === "removed" ? endsAt : null),
  }));
  return Map.groupBy(owners, (row) => row.codeKey);
}

/** Whose link it is that an address names, and what the link tells. */
export type LinkNamed = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId | null;
  readonly subId: string;
};

/** A link by its address; `shutSince` is when it was paused or archived, null while it works. */
export type AddressedLink = LinkNamed & { readonly shutSince: Date | null };

/** Whose referral codes these are and were, affiliates' own and those of links, by lower-cased code. */
export async function ownersOfReferralCodes(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
): Promise<Map<string, AddressedLink>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await db
    .select({
      codeKey: referralCodes.codeKey,
      affiliateId: referralCodes.affiliateId,
      programId: links.programId,
      subId: sql<string>`coalesce(${links.subId}, '')`,
      shutSince: links.shutSince,
    })
    .from(referralCodes)
    .leftJoin(links, and(eq(links.shopId, referralCodes.shopId), eq(links.linkId, referralCodes.linkId)))
    .where(and(eq(referralCodes.shopId, shopId), isOneOf(referralCodes.codeKey, codeKeys)));
  return new Map(rows.map(({ codeKey, ...named }) => [codeKey, named]));
}

/** A parameter of an address with its value, both lower-cased. */
export type Parameter = { readonly name: string; readonly valueKey: string };

/** Whom other systems' links named so, by `parameterKey`. */
export async function ownersOfForeignReferrals(
  db: Db,
  shopId: ShopId,
  parameters: readonly Parameter[],
): Promise<Map<string, AffiliateId>> {
  if (parameters.length === 0) return new Map();
  const rows = await db
    .select({
      name: foreignReferrals.parameter,
      valueKey: foreignReferrals.valueKey,
      affiliateId: foreignReferrals.affiliateId,
    })
    .from(foreignReferrals)
    .where(
      and(
        eq(foreignReferrals.shopId, shopId),
        isOneOf(
          foreignReferrals.parameter,
          parameters.map((one) => one.name),
        ),
        isOneOf(
          foreignReferrals.valueKey,
          parameters.map((one) => one.valueKey),
        ),
      ),
    );
  return new Map(rows.map((row) => [parameterKey(row), row.affiliateId]));
}

/** Equal for equal parameters: a name holds no `=`. */
export function parameterKey({ name, valueKey }: Parameter): string {
  return `${name}=${valueKey}`;
}

/** A click's name says when it happened, which finds its partition. */
export type ClickName = { readonly clickId: ClickId; readonly occurredAt: Date };

/** Who was clicked for, by click; clicks whose retention ended are not there. */
export async function clickedOf(
  db: Db,
  shopId: ShopId,
  names: readonly ClickName[],
): Promise<Map<ClickId, LinkNamed>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({
      clickId: clicks.clickId,
      affiliateId: clicks.affiliateId,
      programId: links.programId,
      subId: clicks.subId,
    })
    .from(clicks)
    .leftJoin(links, and(eq(links.shopId, clicks.shopId), eq(links.linkId, sql`${clicks.linkId}`)))
    .where(
      and(
        eq(clicks.shopId, shopId),
        isOneOf(
          clicks.clickId,
          names.map((one) => one.clickId),
        ),
        isOneOf(
          clicks.occurredAt,
          names.map((one) => one.occurredAt),
        ),
      ),
    );
  return new Map(rows.map(({ clickId, ...clicked }) => [clickId, clicked]));
}
