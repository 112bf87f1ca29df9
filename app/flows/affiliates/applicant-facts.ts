import type { ApplicantFacts } from "#app/domain/applications/joining.ts";
import { customerHash } from "#app/platform/crypto.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { countOrdersOfCustomer, type Application } from "#app/store/applications.ts";

/** No rule asks for more orders. */
export const mostOrdersCounted = 1000;

/** Reads the facts that approval rules check. Orders are counted for confirmed addresses only. */
export async function applicantFacts(db: Db, application: Application): Promise<ApplicantFacts> {
  const { shopId, email, country, referrer, utm, answers } = application;
  const hash = customerHash(shopId, email);
  const orders = await countOrdersOfCustomer(db, shopId, { customerHash: hash, cap: mostOrdersCounted });
  return { email, country, referrer, utm, answers, orders };
}
