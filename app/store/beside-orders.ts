import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { hasTag } from "./counted-orders.ts";
import type { Db } from "../platform/db.server.ts";

/** Instants from the first up to the second, and whose; an adjustment is an affiliate's and no program's. */
export type BesideAsked = {
  readonly since: Date;
  readonly until: Date;
  readonly affiliate: string | undefined;
  /** Only affiliates who have this tag now; '' for those without tags. */
  readonly tag?: string | undefined;
  readonly program: string | undefined;
};

/** What bonuses (M13), additions and adjustments by hand (M12) come to in one currency. Minor units. */
export type BesideSums = {
  readonly currency: string;
  readonly bonusMinor: bigint;
  readonly manualMinor: bigint;
  readonly adjustedMinor: bigint;
};

type Raw = { currency: string; bonus: string; manual: string; adjusted: string };

/**
 * What of no order's own was made in a time, by currency: bonuses and additions as the books hold them now, adjustments
 * as they were given or taken. One that stands at zero is none.
 */
export async function sumBesideOrders(db: Db, shopId: ShopId, asked: BesideAsked): Promise<BesideSums[]> {
  const { affiliate, tag, program } = asked;
  const [since, until] = [asked.since.toISOString(), asked.until.toISOString()];
  const ofAffiliate = affiliate === undefined ? sql`` : sql`and affiliate_id = ${affiliate}`;
  const ofTag = tag === undefined ? sql`` : sql`and ${hasTag(shopId, tag)}`;
  const ofProgram = program === undefined ? sql`` : sql`and program_id = ${program}`;
  // Its words stand in the index `commissions_beside_orders` too.
  const { rows } = await db.execute<Raw>(sql`
    select currency, ${sumOf("bonus")}, ${sumOf("manual")}, ${sumOf("adjusted")} from (
      select kind, currency, (
        select coalesce(sum(case code when 'earned' then amount_minor when 'reversed' then -amount_minor else 0 end), 0)
        from ledger_transfers
        where ledger_transfers.shop_id = commissions.shop_id and subject = commission_id) as amount
      from commissions
      where shop_id = ${shopId} and kind <> 'order' and created_at >= ${since} and created_at < ${until}
        ${ofAffiliate} ${ofTag} ${ofProgram}
      union all
      select 'adjusted', currency, amount_minor from adjustments
      where shop_id = ${shopId} and at >= ${since} and at < ${until} and ${program === undefined} ${ofAffiliate} ${ofTag}
    ) beside where amount <> 0 group by currency order by currency`);
  return rows.map(({ currency, bonus, manual, adjusted }) => ({
    currency,
    bonusMinor: BigInt(bonus),
    manualMinor: BigInt(manual),
    adjustedMinor: BigInt(adjusted),
  }));
}

const sumOf = (kind: "bonus" | "manual" | "adjusted") =>
  sql.raw(`coalesce(sum(amount) filter (where kind = '${kind}'), 0)::text as ${kind}`);
