import { type FlagChartQuery, pictureOf, placesOf } from "#app/domain/fraud/flag.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { commissionsOfSales } from "#app/store/commission-list.ts";
import { clicksOverTime, creditedOverTime, type UsePoint } from "#app/store/fraud-use.ts";
import { countFlags, type FlagFilter, listFlags, type NamedFlag } from "#app/store/flags.ts";
import { byOffset, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";

export type FlagView = ReturnType<typeof flagView>;

export function flagView({ flagId, affiliateName, orderName, ...flag }: NamedFlag) {
  const { affiliateId, subjectKind, subjectId } = flag;
  const names = { order: orderName ?? subjectId, affiliate: affiliateName, code: subjectId.toUpperCase() };
  const id = subjectKind === "affiliate" ? affiliateId : subjectId;
  return {
    ...flag,
    id: flagId,
    about: { kind: subjectKind, id, name: names[subjectKind] },
    affiliate: { id: affiliateId, name: affiliateName },
  };
}

/** One page of flags, newest first, and their total number. */
export async function readFlags(
  shopId: ShopId,
  { page, limit, ...filter }: FlagFilter & { readonly page: number; readonly limit: number },
): Promise<{ flags: FlagView[]; total: number } | Refusal> {
  return await readWithin(thisList, async (tx) => ({
    flags: (await listFlags(tx, shopId, { filter, limit, offset: (page - 1) * limit })).map(flagView),
    total: await countFlags(tx, shopId, filter),
  }));
}

/** Current commission of each flagged order, by the flag's id. Flags of codes and affiliates have none. */
export async function readFlaggedAmounts(
  shopId: ShopId,
  flags: readonly FlagView[],
): Promise<ReadonlyMap<string, Money>> {
  const orderIds = flags.filter(({ about }) => about.kind === "order").map(({ about }) => about.id);
  const found = await commissionsOfSales(db(), shopId, orderIds);
  const amounts = flags.flatMap(({ id, about, affiliate }): [string, Money][] => {
    const own = found.find(
      ({ commission }) => commission.orderId === about.id && commission.affiliateId === affiliate.id,
    );
    if (!own || about.kind !== "order") return [];
    const { line, commission } = own;
    return [[id, { minor: line.pendingMinor + line.payableMinor, currency: commission.currency }]];
  });
  return new Map(amounts);
}

/** Reads every flag of a filter in one snapshot. */
export async function readAllFlags(
  shopId: ShopId,
  filter: FlagFilter,
  take: Take<FlagView>,
): Promise<null | Refusal> {
  const read = byOffset(async (tx, part) => (await listFlags(tx, shopId, { filter, ...part })).map(flagView));
  return await readWholeWithin(thisList, read, take);
}

/** Clicks or credited orders around a flag, by hour or by day. */
type FlagChart = Pick<FlagChartQuery, "what" | "unit"> & { readonly points: UsePoint[] };

/** Reads the chart of a flag. Null if it is about a single order, or has no chart. */
export async function readFlagChart(
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  flag: NamedFlag,
): Promise<FlagChart | null> {
  const asked = pictureOf(flag, dayIn(timeZone, flag.raisedAt));
  if (asked === null) return null;
  const { code: codeKey, what, unit } = asked;
  const of = { ...asked, affiliateId: flag.affiliateId, timeZone, codeKey };
  const read = what === "clicks" ? clicksOverTime : creditedOverTime;
  const found = new Map((await read(db(), shopId, of)).map((one) => [one.at, one]));
  const points = placesOf(asked).map((at) => found.get(at) ?? { at, count: 0, visited: 0 });
  return { what, unit, points };
}
