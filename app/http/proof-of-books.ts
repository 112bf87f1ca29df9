import { messageOf } from "#app/i18n/fault-words.ts";
import type { Identity } from "#app/domain/ledger/balance.ts";
import { type Difference, rowOfDifference } from "#app/domain/ledger/difference.ts";
import type { AccountName } from "#app/domain/ledger/entries.ts";
import { type Money, toDecimal } from "#app/domain/money.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { currentMonth, readIdentity, type IdentitySpan } from "#app/flows/ledger/read-balances.ts";
import { readShopIdentity } from "#app/flows/ledger/read-shop-identity.ts";
import { readProof } from "#app/flows/proof/prove-books.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
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
) {
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
    proof: proof && {
      ...proof,
      entries: proof.transfers,
      differences: proof.differences.map(differenceViewOf),
    },
    newerEntries: newer,
    month,
    days,
    affiliate: shown.affiliate,
    identities: shown.identities.map(identityViewOf),
    late: "late" in shown ? shown.late : null,
    small,
  };
}

/** M15 of the whole shop; where it takes too long, the proof is told without it, and why. */
async function shopIdentity(shop: ShopContext["shop"], span: IdentitySpan) {
  const found = await readShopIdentity(shop, span);
  const late = isRefusal(found) ? messageOf(found.reason) : null;
  return { affiliate: null, identities: isRefusal(found) ? [] : found, late };
}

function differenceViewOf(one: Difference) {
  const affiliate = "affiliateId" in one ? one.affiliateId : null;
  const order = "orderId" in one ? one.orderId : null;
  return { kind: one.kind, ...rowOfDifference(one), text: differenceWords(one), affiliate, order };
}

/** A difference as the merchant reads it. Of other rows, the check says in the developers' words what is wrong. */
function differenceWords(one: Difference): string {
  const t = merchantTexts("ledger");
  if (one.kind === "balance") {
    const { affiliateId: affiliate, currency } = one;
    const account = merchantTexts("accounting")(`accounts.${one.account as AccountName}`);
    const amounts = { kept: moneyWords(one.kept, currency), summed: moneyWords(one.summed, currency) };
    return t("differences.balance", { account, affiliate, ...amounts });
  }
  if (one.kind === "order" || one.kind === "commission") {
    const id = one.kind === "order" ? one.orderId : one.commissionId;
    const amounts = {
      current: moneyWords(one.current, one.currency),
      posted: moneyWords(one.posted, one.currency),
    };
    return t(`differences.${one.kind}`, { id, ...amounts });
  }
  return t("differences.row", { ...rowOfDifference(one), what: one.what });
}

function moneyWords(minor: string, currency: string): string {
  const amount = toDecimal({ minor: BigInt(minor), currency });
  return formatsIn("en-US").money({ amount, currencyCode: currency });
}

/** M15 of one currency. */
function identityViewOf({ currency, ...one }: Identity & { readonly currency: string }) {
  const money = (minor: bigint): Money => ({ minor, currency });
  return {
    opening: money(one.openingMinor),
    movements: Object.entries(one.movements).map(([code, minor]) => ({ code, amount: money(minor) })),
    closing: money(one.closingMinor),
    difference: money(one.differenceMinor),
    holds: one.differenceMinor === 0n,
  };
}
