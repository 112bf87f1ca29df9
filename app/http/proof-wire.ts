import { identityToWire, proofToWire } from "#app/contracts/ledger-to-wire.ts";
import type { ProofWire } from "#app/contracts/ledger.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { currentMonth, readIdentity } from "#app/flows/ledger/read-balances.ts";
import { readProof } from "#app/flows/orders/prove-books.ts";
import type { ShopContext } from "./require-shop.server.ts";

type Asked = {
  readonly affiliate?: string | undefined;
  readonly month?: string | undefined;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
};

/** The proof of a shop's books, and M15 of the affiliate and the month or days that were asked for. */
export async function proofOf(
  { shop, shopId }: Pick<ShopContext, "shop" | "shopId">,
  { affiliate, ...asked }: Asked,
  now: Date,
): Promise<(ProofWire & { small: boolean }) | Refusal> {
  const month = asked.month ?? currentMonth(shop, now);
  const { first, last } = asked;
  const days = first !== undefined && last !== undefined ? { first, last } : null;
  const [{ proof, newer, small }, shown] = await Promise.all([
    readProof(shopId, now),
    affiliate === undefined ? null : readIdentity(shop, { affiliateId: affiliate, ...(days ?? { month }) }),
  ]);
  if (isRefusal(shown)) return shown;
  return {
    proof: proofToWire(proof),
    newerTransfers: newer,
    month,
    days,
    affiliate: shown?.affiliate ?? null,
    identities: (shown?.identities ?? []).map(identityToWire),
    small,
  };
}
