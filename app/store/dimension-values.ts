import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { type FreeDimension, freeDimensions, mostValues, otherValue } from "../domain/report-dimensions.ts";
import type { Db, Tx } from "../platform/db.server.ts";

export type FreeValue = { readonly dimension: FreeDimension; readonly value: string };

/** Names a value among those of a shop. */
export function freeValueName({ dimension, value }: FreeValue): string {
  return `${dimension} ${value}`;
}

/** Which of these values of free dimensions are counted by themselves, by `freeValueName`. */
async function knownValues(db: Db, shopId: ShopId, values: readonly FreeValue[]): Promise<Set<string>> {
  const { rows } = await db.execute<FreeValue>(sql`
    select dimension, value from dimension_values
    where shop_id = ${shopId} and (dimension, value) in (select * from ${given(values)})`);
  return new Set(rows.map(freeValueName));
}

/** Stands among the values of a dimension as soon as one found no room: rooms only fill, so it is never counted again. */
const noRoom = (dimension: FreeDimension): FreeValue => ({ dimension, value: otherValue });

/**
 * The same, where values that are new become known as long as there is room for them. Whoever adds one waits for the
 * others who do, so that a value which found no room once finds none later: what was counted as another stays so.
 */
export async function admitValues(
  tx: Tx,
  shopId: ShopId,
  values: readonly FreeValue[],
): Promise<Set<string>> {
  const asked = values.filter((one) => one.value !== "");
  if (asked.length === 0) return new Set();
  const known = await knownValues(tx, shopId, [...asked, ...freeDimensions.map(noRoom)]);
  const isKnown = (one: FreeValue) => known.has(freeValueName(one));
  const unknown = asked.filter((one) => !isKnown(one) && !isKnown(noRoom(one.dimension)));
  if (unknown.length === 0) return known;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${shopId} || ' dimension values', 0))`);
  const { rows } = await tx.execute<FreeValue>(sql`
    insert into dimension_values (shop_id, dimension, value)
    select distinct ${shopId}, dimension, case when place <= ${mostValues} then value else ${otherValue} end from (
      select dimension, value, row_number() over (partition by dimension order by value)
        + (select count(*) from dimension_values held where held.shop_id = ${shopId}
          and held.dimension = new.dimension) as place
      from (
        select dimension, value from ${given(unknown)}
        except select dimension, value from dimension_values where shop_id = ${shopId}
      ) new
    ) placed on conflict do nothing returning dimension, value`);
  const now = await knownValues(tx, shopId, unknown);
  return new Set([...known, ...now, ...rows.map(freeValueName)]);
}

function given(values: readonly FreeValue[]) {
  return sql`unnest(${sql.param(values.map((one) => one.dimension))}::text[],
    ${sql.param(values.map((one) => one.value))}::text[]) as given (dimension, value)`;
}
