/**
 * Store credit: what a customer has to spend in the shop, in accounts of one currency each. The platform is
 * not idempotent here: whoever credits twice has credited twice.
 */
import { formatAmount, parseAmount } from "./money.ts";
import type { ShopCommerce } from "./shop-commerce.ts";
import type { StoreCreditAccount, StoreCreditBooks, StoreCreditTransaction } from "./store-credit-types.ts";

/** The platform does not publish its limit; an account holds this much, in whole units of its currency. */
const mostOnAccount = 100_000n;

export interface Change {
  /** Minor units of the account's currency. */
  minor: bigint;
  at: string;
  expiresAt: string | null;
  notify: boolean;
  nextId: () => number;
}

/** The books of a shop; a platform from before it knew store credit gets its first here. */
export function storeCreditOf(commerce: ShopCommerce): StoreCreditBooks {
  commerce.storeCredit ??= { accounts: [], transactions: [] };
  return commerce.storeCredit;
}

/** The customer's account in that currency, which the first credit opens. */
export function openAccount(
  books: StoreCreditBooks,
  owner: { customerId: number; currency: string },
  nextId: () => number,
): StoreCreditAccount {
  const found = books.accounts.find(
    (account) => account.customerId === owner.customerId && account.currency === owner.currency,
  );
  if (found !== undefined) return found;
  const account = { id: nextId(), ...owner };
  books.accounts.push(account);
  return account;
}

/** Minor units. */
export function balanceOfAccount(books: StoreCreditBooks, account: StoreCreditAccount): bigint {
  const newest = transactionsOf(books, account).at(-1);
  return newest === undefined ? 0n : parseAmount(newest.balanceAfter, account.currency);
}

export function transactionsOf(
  books: StoreCreditBooks,
  account: StoreCreditAccount,
): StoreCreditTransaction[] {
  return books.transactions.filter((transaction) => transaction.accountId === account.id);
}

/** True if a credit would lift the account above the platform's limit. */
export function exceedsLimit(books: StoreCreditBooks, account: StoreCreditAccount, minor: bigint): boolean {
  const limit = parseAmount(mostOnAccount.toString(), account.currency);
  return balanceOfAccount(books, account) + minor > limit;
}

/** Adds to the account. */
export function credit(
  books: StoreCreditBooks,
  account: StoreCreditAccount,
  change: Change,
): StoreCreditTransaction {
  const amount = formatAmount(change.minor, account.currency);
  return append(books, account, { ...change, kind: "credit", amount, remaining: amount });
}

/** Takes from the account, from the credits that expire soonest. The caller has seen that it suffices. */
export function debit(
  books: StoreCreditBooks,
  account: StoreCreditAccount,
  change: Pick<Change, "minor" | "at" | "nextId">,
): StoreCreditTransaction {
  let left = change.minor;
  for (const spent of openCredits(books, account)) {
    const remaining = parseAmount(spent.remaining, account.currency);
    const taken = remaining < left ? remaining : left;
    spent.remaining = formatAmount(remaining - taken, account.currency);
    left -= taken;
  }
  const amount = formatAmount(-change.minor, account.currency);
  const more = { expiresAt: null, notify: false, remaining: "0" };
  return append(books, account, { ...change, ...more, kind: "debit", amount });
}

/** Takes back what was not spent by the time it expired. */
export function expireCredits(books: StoreCreditBooks, now: string, nextId: () => number): void {
  for (const account of books.accounts) {
    for (const lapsed of openCredits(books, account)) {
      if (lapsed.expiresAt === null || Date.parse(lapsed.expiresAt) > Date.parse(now)) continue;
      const minor = -parseAmount(lapsed.remaining, account.currency);
      const amount = formatAmount(minor, account.currency);
      const more = { minor, at: lapsed.expiresAt, expiresAt: null, notify: false, remaining: "0", nextId };
      append(books, account, { ...more, kind: "expiration", amount, creditId: lapsed.id });
      lapsed.isExpired = true;
    }
  }
}

/** Credits of which something is left, the soonest to expire first and those that never do last. */
function openCredits(books: StoreCreditBooks, account: StoreCreditAccount): StoreCreditTransaction[] {
  return transactionsOf(books, account)
    .filter(
      ({ kind, remaining, isExpired }) => kind === "credit" && !isExpired && !/^0(\.0+)?$/.test(remaining),
    )
    .toSorted((a, b) => (endOf(a) === endOf(b) ? a.id - b.id : endOf(a) - endOf(b)));
}

function endOf({ expiresAt }: StoreCreditTransaction): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
}

function append(
  books: StoreCreditBooks,
  account: StoreCreditAccount,
  entry: Pick<StoreCreditTransaction, "kind" | "amount" | "remaining" | "expiresAt"> & {
    at: string;
    notify: boolean;
    creditId?: number;
    nextId: () => number;
  },
): StoreCreditTransaction {
  const after = balanceOfAccount(books, account) + parseAmount(entry.amount, account.currency);
  const transaction: StoreCreditTransaction = {
    id: entry.nextId(),
    accountId: account.id,
    kind: entry.kind,
    amount: entry.amount,
    remaining: entry.remaining,
    balanceAfter: formatAmount(after, account.currency),
    createdAt: entry.at,
    expiresAt: entry.expiresAt,
    notified: entry.notify,
    creditId: entry.creditId ?? null,
    isExpired: false,
  };
  books.transactions.push(transaction);
  return transaction;
}
