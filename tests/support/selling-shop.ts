import { eq } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { toPlain } from "#app/domain/plain.ts";
import { defaultBase, noCaps, type ProgramTerms } from "#app/domain/terms/terms.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertAffiliate } from "#app/store/affiliates.ts";
import { programMembers } from "#app/store/schema/affiliates.ts";
import { programs, programStatusPeriods, programVersions } from "#app/store/schema/programs.ts";
import { shops } from "#app/store/schema/shops.ts";

/** Before anything that the tests sell. */
export const longAgo = new Date("2026-01-01T00:00:00Z");

export type SellingShop = {
  shopId: ShopId;
  domain: string;
  programId: ProgramId;
  affiliateId: AffiliateId;
  /** The affiliate's referral code. */
  code: string;
};

export type SellingOptions = { currency?: string; timeZone?: string; terms?: Partial<ProgramTerms> };

/** A shop of its own for a test: one active program at 10 %, one active affiliate in it. */
export async function makeSellingShop(options: SellingOptions = {}): Promise<SellingShop> {
  const name = `t-${randomBytes(6).toString("hex")}`;
  const shopId = newId<ShopId>("shp", longAgo);
  const domain = `${name}.myshopify.com`;
  await db()
    .insert(shops)
    .values({
      shopId,
      domain,
      storefrontUrl: `https://${name}.example`,
      currency: options.currency ?? "USD",
      timeZone: options.timeZone ?? "UTC",
      installedAt: longAgo,
      createdAt: longAgo,
    });
  const programId = await addProgram(shopId, options.terms);
  const shop = { shopId, domain, programId, affiliateId: "" as AffiliateId, code: "" };
  return { ...shop, ...(await addAffiliate(shop)) };
}

/** An active program at 10 % unless told otherwise, of which nobody is a member yet. */
export async function addProgram(
  shopId: ShopId,
  given: Partial<ProgramTerms> = {},
  name = "Partners",
): Promise<ProgramId> {
  const programId = newId<ProgramId>("prg", longAgo);
  const terms: ProgramTerms = {
    rules: [],
    commission: { kind: "percentage", rateBps: 1000 },
    base: defaultBase,
    caps: noCaps,
    bonuses: [],
    windowDays: 30,
    approvalDays: 30,
    approvalFrom: "order",
    approval: "automatic",
    ...given,
  };
  await db().insert(programs).values({
    shopId,
    programId,
    name,
    status: "active",
    version: 1,
    createdAt: longAgo,
    updatedAt: longAgo,
  });
  await db()
    .insert(programVersions)
    .values({
      shopId,
      programId,
      version: 1,
      terms: toPlain(terms) as Record<string, unknown>,
      effectiveFrom: longAgo,
      createdBy: "test",
    });
  await db()
    .insert(programStatusPeriods)
    .values({ shopId, programId, ordinal: 1, status: "active", since: longAgo });
  return programId;
}

/** Lets lower terms of a program start at once, for tests about something else. */
export async function dropNotice({ programId }: Pick<SellingShop, "programId">): Promise<void> {
  await db().update(programs).set({ noticeDays: 0 }).where(eq(programs.programId, programId));
}

/** Another active affiliate in the shop's program. */
export async function addAffiliate(
  shop: Pick<SellingShop, "shopId" | "programId">,
  given: { code?: string } = {},
): Promise<{ affiliateId: AffiliateId; code: string }> {
  const affiliateId = newId<AffiliateId>("aff", longAgo);
  const code = given.code ?? `C${randomBytes(5).toString("hex").toUpperCase()}`;
  const email = `${affiliateId}@example.com`;
  await inTransaction((tx) =>
    insertAffiliate(tx, {
      shopId: shop.shopId,
      affiliateId,
      name: `Affiliate ${code}`,
      email,
      emailKey: email,
      status: "active",
      referralCode: code,
      codeKey: code.toLowerCase(),
      createdAt: longAgo,
      updatedAt: longAgo,
    }),
  );
  await db()
    .insert(programMembers)
    .values({ shopId: shop.shopId, affiliateId, programId: shop.programId, joinedAt: longAgo });
  return { affiliateId, code };
}
