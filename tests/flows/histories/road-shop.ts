import { eq } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { toPlain } from "#app/domain/plain.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { insertRules } from "#app/store/attribution-versions.ts";
import { tagKey } from "#app/domain/tags.ts";
import { affiliateTags } from "#app/store/schema/affiliates.ts";
import { acceptedBodies } from "#app/store/schema/inbox.ts";
import { programs, programVersions, withdrawnVersions } from "#app/store/schema/programs.ts";
import type { History } from "../../histories/history.ts";
import type { Setting } from "../../model/winner.ts";
import { addAffiliate, longAgo, makeSellingShop } from "../../support/selling-shop.ts";

/** The shop of a history in the database. */
export type RoadShop = {
  readonly shop: {
    readonly shopId: ShopId;
    readonly domain: string;
    readonly currency: string;
    readonly timeZone: string;
  };
  readonly programId: ProgramId;
  readonly affiliates: readonly { readonly affiliateId: AffiliateId; readonly code: string }[];
  /** The shop for the model. */
  readonly setting: Setting;
};

export async function makeRoadShop(history: History): Promise<RoadShop> {
  // The platform gives no two shops an order of one id, as histories do: a shop's body would be ignored for the next.
  await db().delete(acceptedBodies);
  const [first, ...later] = history.versions;
  if (!first?.terms) throw new Error("The first version has no terms.");
  const { currency, timeZone } = history;
  const selling = await makeSellingShop({ currency, timeZone, terms: first.terms });
  const { shopId, programId, domain } = selling;
  const affiliates = [{ affiliateId: selling.affiliateId, code: selling.code }];
  while (affiliates.length < history.affiliates.length) affiliates.push(await addAffiliate(selling));
  const ownerOf = (index: number | null): AffiliateId | null =>
    index === null ? null : (affiliates[index]?.affiliateId ?? null);
  for (const one of later) {
    await db()
      .insert(programVersions)
      .values({
        shopId,
        programId,
        version: one.number,
        terms: one.terms && (toPlain(one.terms) as Record<string, unknown>),
        affiliateId: ownerOf(one.affiliateIndex),
        effectiveFrom: new Date(one.effectiveFrom),
        createdBy: "test",
      });
    if (one.withdrawnAt === null) continue;
    const withdrawnAt = new Date(one.withdrawnAt);
    await db()
      .insert(withdrawnVersions)
      .values({ shopId, programId, version: one.number, withdrawnAt, withdrawnBy: "test" });
  }
  const ofProgram = history.versions.filter((one) => one.affiliateIndex === null);
  const version = Math.max(...ofProgram.map((one) => one.number));
  await db().update(programs).set({ version }).where(eq(programs.programId, programId));
  await insertRoadRules(shopId, history);
  const tags = history.tags.flatMap(({ affiliateIndex, tag, addedAt, endsAt }) => {
    const affiliateId = ownerOf(affiliateIndex);
    return affiliateId === null ? [] : [{ affiliateId, tag, from: addedAt, to: endsAt }];
  });
  for (const { affiliateId, tag, from, to } of tags) {
    const endsAt = to === null ? null : new Date(to);
    await db()
      .insert(affiliateTags)
      .values({ shopId, affiliateId, tag, tagKey: tagKey(tag), addedAt: new Date(from), endsAt });
  }
  const setting: Setting = {
    codes: new Map(affiliates.map(({ affiliateId, code }) => [code, affiliateId])),
    rules: history.rules.map(({ effectiveFrom, rules }) => ({ effectiveFrom, ...rules })),
    tags,
    programs: [{ id: programId, pausedAt: null }],
    affiliates: affiliates.map(({ affiliateId }) => ({ id: affiliateId, suspendedAt: null })),
    versions: history.versions.map((one) => ({
      programId,
      number: one.number,
      effectiveFrom: one.number === 1 ? longAgo.toISOString() : one.effectiveFrom,
      affiliateId: ownerOf(one.affiliateIndex),
      terms: one.terms,
      withdrawnAt: one.withdrawnAt,
    })),
  };
  return { shop: { shopId, domain, currency, timeZone }, programId, affiliates, setting };
}

async function insertRoadRules(shopId: ShopId, history: History): Promise<void> {
  for (const [index, { effectiveFrom, rules }] of history.rules.entries()) {
    await inTransaction((tx) =>
      insertRules(tx, shopId, { version: index + 1, effectiveFrom, rules, createdBy: "test" }),
    );
  }
}
