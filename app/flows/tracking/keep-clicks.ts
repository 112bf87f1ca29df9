import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { addVisitors, insertClicks, type NewClick } from "#app/store/clicks.ts";
import { addFigures, noMeasures } from "#app/store/figures.ts";

/** A click with what its counting needs. */
export type KeptClick = {
  readonly click: NewClick;
  readonly day: string;
  readonly currency: string;
  readonly visitorHash: string;
};

/** Keeps clicks of many visitors in one transaction, with the day's figures. */
export async function keepClicks(kept: readonly KeptClick[]): Promise<null[]> {
  await inTransaction(async (tx) => {
    await insertClicks(
      tx,
      kept.map((one) => one.click),
    );
    const byShop = Map.groupBy(
      kept.filter((one) => !one.click.bot),
      (one) => one.click.shopId,
    );
    // In the order of their ids, so that two writers never wait for each other.
    for (const shopId of [...byShop.keys()].toSorted()) {
      await countClicks(tx, shopId, byShop.get(shopId) ?? []);
    }
  });
  return kept.map(() => null);
}

async function countClicks(tx: Tx, shopId: ShopId, kept: readonly KeptClick[]): Promise<void> {
  const visits = kept.flatMap(({ day, visitorHash, click }) => [
    { day, visitorHash, affiliateId: click.affiliateId },
    { day, visitorHash, affiliateId: "" as const },
  ]);
  const fresh = await addVisitors(tx, shopId, visits);
  const currency = kept[0]?.currency ?? "USD";
  const ofShop = fresh.filter((one) => one.affiliateId === "");
  const shopVisitors = new Map(
    [...Map.groupBy(ofShop, (one) => one.day)].map(([day, all]) => [day, all.length]),
  );
  const clicks = kept.map(({ day, click }) => ({
    ...noMeasures,
    day,
    currency,
    affiliateId: click.affiliateId,
    programId: "" as const,
    clicks: 1,
  }));
  const visitors = fresh
    .filter((one) => one.affiliateId !== "")
    .map(({ day, affiliateId }) => ({
      ...noMeasures,
      day,
      currency,
      affiliateId: affiliateId as AffiliateId,
      programId: "" as const,
      visitors: 1,
    }));
  const now = kept.reduce(
    (latest, { click }) => (click.occurredAt > latest ? click.occurredAt : latest),
    new Date(0),
  );
  await addFigures(tx, shopId, [...clicks, ...visitors], { now, shopVisitors });
}
