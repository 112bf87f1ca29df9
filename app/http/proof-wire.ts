import { identityToWire, proofToWire } from "#app/contracts/ledger-to-wire.ts";
import type { ProofWire } from "#app/contracts/ledger.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { currentMonth, readIdentity, type Span } from "#app/flows/ledger/read-balances.ts";
import { readShopIdentity } from "#app/flows/ledger/read-shop-identity.ts";
import { readProof } from "#app/flows/proof/prove-books.ts";
import type { ShopContext } from "./require-shop.server.ts";

type ProofOfInput = {
  readonly affiliate?: string | undefined;
  readonly month?: string | undefined;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
};

/**
 * The proof of a shop's books, and M15 of the month or days that were asked for: of the affiliate, or of the whole shop
 * where none is named.
 */
export async function proofOf(
  context: Pick<ShopContext, "shop" | "shopId">,
  { affiliate, ...asked }: ProofOfInput,
  now: Date,
): Promise<(ProofWire & { small: boolean }) | Refusal> {
  const { shop, shopId } = context;
  const month = asked.month ?? currentMonth(shop, now);
  const { first, last } = asked;
  const days = first !== undefined && last !== undefined ? { first, last } : null;
  const [{ proof, newer, small }, shown] = await Promise.all([
    readProof(shopId, now),
    affiliate === undefined
      ? shopIdentity(shop, days ?? { month })
      : readIdentity(shop, { affiliateId: affiliate, ...(days ?? { month }) }),
  ]);
  if (isRefusal(shown)) return shown;
  return {
    proof: proofToWire(proof),
    newerTransfers: newer,
    month,
    days,
    affiliate: shown.affiliate,
    identities: shown.identities.map(identityToWire),
    late: "late" in shown ? shown.late : null,
    small,
  };
}

/** M15 of the whole shop; where it takes too long, the proof is told without it, and why. */
async function shopIdentity(shop: ShopContext["shop"], span: Span) {
  const found = await readShopIdentity(shop, span);
  const late = isRefusal(found) ? found.message : null;
  return { affiliate: null, identities: isRefusal(found) ? [] : found, late };
}
