import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { countClaims } from "#app/store/claims.ts";
import { countCommissionRows } from "#app/store/commission-list.ts";
import { countOpenFlags } from "#app/store/flags.ts";
import { countOwed } from "#app/store/owed.ts";
import { countAffiliatesByStatus } from "#app/store/reports.ts";

/** What waits for a person, each as many as the list has that it is looked at in. */
export type ToDo = {
  /** Affiliates who want to take part. */
  readonly applicants: number;
  readonly claims: number;
  /** Counted up to 100. */
  readonly flags: number;
  /** Commissions that somebody or a rule holds; counted up to 1,000. */
  readonly held: number;
  /** Affiliates and currencies with something payable; counted up to 10,000. */
  readonly payable: number;
};

const mostFlags = 100;
const mostHeld = 1000;

/** What a shop's people have to decide or to pay today. */
export async function readToDo(shopId: ShopId): Promise<ToDo> {
  const [affiliates, claims, flags, held, payable] = await Promise.all([
    countAffiliatesByStatus(db(), shopId),
    countClaims(db(), shopId, { status: "open" }),
    countOpenFlags(db(), shopId, mostFlags),
    countCommissionRows(db(), shopId, { status: "held" }, mostHeld),
    countOwed(db(), shopId, { filter: { status: "payable" }, until: null }),
  ]);
  return { applicants: affiliates.get("pending") ?? 0, claims, flags, held, payable };
}
