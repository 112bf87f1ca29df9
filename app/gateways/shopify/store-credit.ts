import { adminGraphql, digitsOf } from "./admin-client.server.ts";
import type { StoreCreditOfQuery } from "./admin-types.generated.ts";
import { PlatformError } from "./platform-error.ts";

/** A credit to a store credit account. */
export type StoreCredit = { readonly transactionId: string; readonly amount: string };

/** Movements on an account after a given transaction. */
export type AccountNews = {
  /** The newest transaction. '' if the account has none or does not exist yet. */
  readonly newestId: string;
  /** Credits after the known transaction. */
  readonly credits: readonly StoreCredit[];
  /** False if there were too many transactions to read all of them. */
  readonly isComplete: boolean;
};

const transactionsDocument = `#graphql
  query StoreCreditOf($customer: ID!, $filter: String!, $after: String) {
    customer(id: $customer) {
      storeCreditAccounts(first: 1, query: $filter) {
        nodes {
          id
          balance { currencyCode }
          transactions(first: 100, after: $after, sortKey: CREATED_AT, reverse: true) {
            nodes {
              __typename
              amount { amount currencyCode }
              createdAt
              event
              ... on StoreCreditAccountCreditTransaction { id }
              ... on StoreCreditAccountDebitTransaction { id }
              ... on StoreCreditAccountDebitRevertTransaction { id }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
`;

type Customer = NonNullable<StoreCreditOfQuery["customer"]>;
type Transaction = Customer["storeCreditAccounts"]["nodes"][number]["transactions"]["nodes"][number];

/** A customer's account in a currency. */
export type CreditAccount = { readonly customerId: string; readonly currency: string };

/**
 * One page of an account, newest first. Empty if there is no account yet, null if there is no such customer.
 */
async function readPage(
  shopDomain: string,
  of: CreditAccount,
  after: string | null,
): Promise<{ found: (Transaction & { number: bigint })[]; after: string | null } | null> {
  const answer = await adminGraphql(shopDomain, transactionsDocument, {
    customer: `gid://shopify/Customer/${of.customerId}`,
    filter: `currency_code:${of.currency}`,
    after,
  });
  if (!answer.customer) return null;
  // A customer has one account per currency, and the query selects it.
  const [account] = answer.customer.storeCreditAccounts.nodes;
  if (!account) return { found: [], after: null };
  if (account.balance.currencyCode !== of.currency) {
    // Counting it as no account would pay again what is on the right one.
    throw new PlatformError("refused", "Shopify answered with an account of another currency");
  }
  const { nodes, pageInfo } = account.transactions;
  const found = nodes.map((one) => ({ ...one, number: numberOf("id" in one ? digitsOf(one.id) : "") }));
  return { found, after: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

const mostPages = 5;

/**
 * Reads a customer's account in a currency back to a known transaction, or all of it for ''. Null if the
 * store has no such customer. Ids decide which transactions are newer, because several may have the same
 * second.
 * @throws PlatformError. Source: Admin API, `Customer.storeCreditAccounts`.
 */
export async function readAccountNews(
  shopDomain: string,
  of: CreditAccount,
  seenId: string,
): Promise<AccountNews | null> {
  const seen = numberOf(seenId);
  const credits: StoreCredit[] = [];
  let newest = seen;
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const read = await readPage(shopDomain, of, after);
    if (!read) return null;
    for (const { number, amount, __typename } of read.found) {
      if (number > newest) newest = number;
      if (number <= seen || __typename !== "StoreCreditAccountCreditTransaction") continue;
      credits.push({ transactionId: String(number), amount: amount.amount });
    }
    const isBack = read.found.some(({ number }) => number > 0n && number <= seen);
    if (isBack || read.after === null) return { newestId: textOf(newest), credits, isComplete: true };
    after = read.after;
  }
  return { newestId: textOf(newest), credits, isComplete: false };
}

/** A credit to an account or a debit from it. */
export type AccountMovement = {
  readonly transactionId: string;
  readonly kind: "credit" | "debit";
  /** A decimal without its sign. */
  readonly amount: string;
  readonly at: Date;
  /** True when a person or app made it. False when an order was paid from the account or refunded to it. */
  readonly isAdjustment: boolean;
};

const kinds: Readonly<Record<string, AccountMovement["kind"]>> = {
  StoreCreditAccountCreditTransaction: "credit",
  StoreCreditAccountDebitTransaction: "debit",
};

/**
 * Movements on a customer's account in a currency since an instant, newest first. Null if the store has no
 * such customer. Expirations and reversed debits are skipped.
 * @throws PlatformError. Source: Admin API, `StoreCreditAccount.transactions`.
 */
export async function readMovements(
  shopDomain: string,
  of: CreditAccount,
  since: Date,
): Promise<AccountMovement[] | null> {
  const movements: AccountMovement[] = [];
  let after: string | null = null;
  do {
    const read = await readPage(shopDomain, of, after);
    if (!read) return null;
    for (const one of read.found) {
      const [kind, at] = [kinds[one.__typename], new Date(one.createdAt)];
      if (at < since) return movements;
      if (!kind) continue;
      const amount = one.amount.amount.replace(/^-/, "");
      const isAdjustment = one.event === "ADJUSTMENT";
      movements.push({ transactionId: textOf(one.number), kind, amount, at, isAdjustment });
    }
    after = read.after;
  } while (after !== null);
  return movements;
}

/** An expiration has no id of its own. */
const numberOf = (digits: string) => (/^\d{1,30}$/.test(digits) ? BigInt(digits) : 0n);
const textOf = (number: bigint) => (number === 0n ? "" : String(number));

const creditDocument = `#graphql
  mutation GiveStoreCredit($customer: ID!, $credit: StoreCreditAccountCreditInput!) {
    storeCreditAccountCredit(id: $customer, creditInput: $credit) {
      storeCreditAccountTransaction { id }
      userErrors { code message }
    }
  }
`;

/** Outcome of a credit. A refusal is certain: nothing was credited. */
export type CreditGiven =
  | { readonly kind: "given"; readonly transactionId: string }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Issues store credit. Not idempotent: a caller without an answer has to read the account.
 * @throws PlatformError. Source: Admin API, `storeCreditAccountCredit`
 * (write_store_credit_account_transactions).
 */
export async function giveStoreCredit(
  shopDomain: string,
  of: { readonly customerId: string; readonly amount: string; readonly currency: string },
): Promise<CreditGiven> {
  const answer = await adminGraphql(shopDomain, creditDocument, {
    customer: `gid://shopify/Customer/${of.customerId}`,
    credit: { creditAmount: { amount: of.amount, currencyCode: of.currency }, notify: true },
  });
  const made = answer.storeCreditAccountCredit?.storeCreditAccountTransaction;
  const [error] = answer.storeCreditAccountCredit?.userErrors ?? [];
  if (error) return { kind: "refused", message: error.message };
  if (!made) throw new Error("The platform names no transaction.");
  return { kind: "given", transactionId: digitsOf(made.id) };
}
