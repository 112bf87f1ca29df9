/** Store credit as the Admin API shows and changes it. */
import { formatAmount, parseAmount } from "../commerce/money.ts";
import {
  balanceOfAccount,
  credit,
  debit,
  exceedsLimit,
  expireCredits,
  openAccount,
  storeCreditOf,
  transactionsOf,
} from "../commerce/store-credit.ts";
import type {
  StoreCreditAccount,
  StoreCreditBooks,
  StoreCreditTransaction,
} from "../commerce/store-credit-types.ts";
import type { Customer } from "../commerce/types.ts";
import { connect } from "./connection.ts";
import { money } from "./money.ts";
import {
  badRequest,
  gid,
  moment,
  readGid,
  readText,
  type Answer,
  type Args,
  type Asking,
} from "./resolver.ts";
import { matchMoment, matchNumber, matchText, search, unknownFilter, type Term } from "./search.ts";

/** The books as they stand now: what has expired since somebody looked is taken off first. */
function currentBooks({ ctx, shop }: Asking): StoreCreditBooks {
  return ctx.mutate(() => {
    const books = storeCreditOf(shop);
    expireCredits(books, ctx.now().toISOString(), () => ctx.nextId());
    return books;
  });
}

/** `storeCreditAccount(id)`. */
export function findStoreCreditAccount(asking: Asking, id: unknown): Answer | null {
  const wanted = readGid("StoreCreditAccount", id);
  const account = currentBooks(asking).accounts.find((entry) => entry.id === wanted);
  return account === undefined ? null : answerAccount(asking, account);
}

/** `storeCreditAccounts(…)` of a customer: one for each currency it was ever credited in. */
export function connectAccounts(asking: Asking, customer: Customer, args: Args): Answer {
  const own = currentBooks(asking).accounts.filter((account) => account.customerId === customer.id);
  const found = search(own, args["query"], (account, term) => {
    if (term.field === "currency_code") return matchText(account.currency, term);
    if (term.field === "id") return matchNumber(account.id, term);
    throw unknownFilter(term);
  });
  return connect(found, args, {
    sortBy: () => "",
    id: (account) => account.id,
    answer: (account) => answerAccount(asking, account),
    obeyed: ["query"],
  });
}

function answerAccount(asking: Asking, account: StoreCreditAccount): Answer {
  return {
    __typename: "StoreCreditAccount",
    id: gid("StoreCreditAccount", account.id),
    balance: () => {
      const balance = balanceOfAccount(currentBooks(asking), account);
      return money(formatAmount(balance, account.currency), account.currency);
    },
    // Only the id is supported: the caller found the account by its customer.
    owner: { __typename: "Customer", id: gid("Customer", account.customerId) },
    transactions: (args: Args) => connectTransactions(asking, account, args),
  };
}

function connectTransactions(asking: Asking, account: StoreCreditAccount, args: Args): Answer {
  const own = transactionsOf(currentBooks(asking), account);
  const found = search(own, args["query"], matchTransaction);
  const byEnd = args["sortKey"] === "EXPIRES_AT";
  return connect(found, args, {
    sortBy: (transaction) => (byEnd ? (transaction.expiresAt ?? "9") : transaction.createdAt),
    id: (transaction) => transaction.id,
    answer: (transaction) => answerTransaction(asking, account, transaction),
    obeyed: ["query", "sortKey"],
  });
}

function matchTransaction(transaction: StoreCreditTransaction, term: Term): boolean {
  if (term.field === "id") return matchNumber(transaction.id, term);
  if (term.field === "type") return matchText(transaction.kind, term);
  if (term.field === "expires_at") {
    return transaction.expiresAt !== null && matchMoment(transaction.expiresAt, term);
  }
  throw unknownFilter(term);
}

const typeNames: Record<StoreCreditTransaction["kind"], string> = {
  credit: "StoreCreditAccountCreditTransaction",
  debit: "StoreCreditAccountDebitTransaction",
  expiration: "StoreCreditAccountExpirationTransaction",
};

function answerTransaction(
  asking: Asking,
  account: StoreCreditAccount,
  transaction: StoreCreditTransaction,
): Answer {
  const { currency } = account;
  const typeName = typeNames[transaction.kind];
  return {
    __typename: typeName,
    id: gid(typeName, transaction.id),
    account: () => answerAccount(asking, account),
    amount: money(transaction.amount, currency),
    balanceAfterTransaction: money(transaction.balanceAfter, currency),
    createdAt: moment(transaction.createdAt),
    event: "ADJUSTMENT",
    expiresAt: moment(transaction.expiresAt),
    // Only orders are origins, and none paid or refunded this.
    origin: null,
    remainingAmount: money(transaction.remaining, currency),
    ...(transaction.creditId === null
      ? {}
      : { creditTransaction: () => findTransaction(asking, account, transaction.creditId) }),
  };
}

function findTransaction(asking: Asking, account: StoreCreditAccount, id: number | null): Answer | null {
  const found = currentBooks(asking).transactions.find((entry) => entry.id === id);
  return found === undefined ? null : answerTransaction(asking, account, found);
}

/** `storeCreditAccountCredit` and `storeCreditAccountDebit`. A key of `@idempotent` is taken and changes nothing. */
export function storeCreditMutations(asking: Asking): Answer {
  return {
    storeCreditAccountCredit: (args: Args) => creditAccount(asking, args),
    storeCreditAccountDebit: (args: Args) => debitAccount(asking, args),
  };
}

interface Problem {
  field: string[];
  message: string;
  code: string;
}

function refuse(problem: Problem): Answer {
  return { storeCreditAccountTransaction: null, userErrors: [problem] };
}

function creditAccount(asking: Asking, args: Args): Answer {
  const { ctx } = asking;
  const books = currentBooks(asking);
  const input = readTable(args["creditInput"]);
  const asked = readMoney(input["creditAmount"]);
  const expiresAt = readText(input["expiresAt"]);
  const path = ["creditInput", "creditAmount"];
  if (asked.minor <= 0n) return refuse(notPositive("credit", path));
  if (expiresAt !== null && Date.parse(expiresAt) <= ctx.now().getTime()) {
    const message = "The expiry date must be in the future";
    return refuse({ field: ["creditInput", "expiresAt"], message, code: "EXPIRES_AT_IN_PAST" });
  }
  return ctx.mutate(() => {
    const account = findOwned(asking, args["id"], { currency: asked.currency, path, opens: true });
    if ("code" in account) return refuse(account);
    if (exceedsLimit(books, account, asked.minor)) {
      const message = "The operation would cause the account's credit limit to be exceeded";
      return refuse({ field: [...path, "amount"], message, code: "CREDIT_LIMIT_EXCEEDED" });
    }
    const made = credit(books, account, {
      minor: asked.minor,
      at: ctx.now().toISOString(),
      expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      notify: input["notify"] === true,
      nextId: () => ctx.nextId(),
    });
    return { storeCreditAccountTransaction: answerTransaction(asking, account, made), userErrors: [] };
  });
}

function debitAccount(asking: Asking, args: Args): Answer {
  const { ctx } = asking;
  const books = currentBooks(asking);
  const asked = readMoney(readTable(args["debitInput"])["debitAmount"]);
  const path = ["debitInput", "debitAmount"];
  if (asked.minor <= 0n) return refuse(notPositive("debit", path));
  return ctx.mutate(() => {
    const account = findOwned(asking, args["id"], { currency: asked.currency, path, opens: false });
    if ("code" in account) return refuse(account);
    if (balanceOfAccount(books, account) < asked.minor) {
      const message = "The store credit account does not have sufficient funds to satisfy the request";
      return refuse({ field: [...path, "amount"], message, code: "INSUFFICIENT_FUNDS" });
    }
    const at = ctx.now().toISOString();
    const made = debit(books, account, { minor: asked.minor, at, nextId: () => ctx.nextId() });
    return { storeCreditAccountTransaction: answerTransaction(asking, account, made), userErrors: [] };
  });
}

function notPositive(verb: "credit" | "debit", path: string[]): Problem {
  const message = `A positive amount must be used to ${verb} a store credit account`;
  return { field: [...path, "amount"], message, code: "NEGATIVE_OR_ZERO_AMOUNT" };
}

/** The account meant by an account's or a customer's id; a customer's may be opened by the first credit. */
function findOwned(
  asking: Asking,
  id: unknown,
  about: { currency: string; path: string[]; opens: boolean },
): StoreCreditAccount | Problem {
  const { ctx, shop } = asking;
  const books = storeCreditOf(shop);
  const missing = {
    field: ["id"],
    message: "Store credit account does not exist",
    code: "ACCOUNT_NOT_FOUND",
  };
  const accountId = readGid("StoreCreditAccount", id);
  const customerId = readGid("Customer", id);
  if (accountId !== null) {
    const account = books.accounts.find((entry) => entry.id === accountId);
    if (account === undefined) return missing;
    return account.currency === about.currency ? account : mismatch(about.path);
  }
  if (customerId === null) throw badRequest(`Invalid id: ${readText(id) ?? ""}`);
  if (!shop.customers.some((customer) => customer.id === customerId)) {
    if (!about.opens) return missing;
    return { field: ["id"], message: "Owner does not exist", code: "OWNER_NOT_FOUND" };
  }
  const owner = { customerId, currency: about.currency };
  if (about.opens) return openAccount(books, owner, () => ctx.nextId());
  const held = books.accounts.filter((account) => account.customerId === customerId);
  if (held.length === 0) return missing;
  return held.find((account) => account.currency === about.currency) ?? mismatch(about.path);
}

function mismatch(path: string[]): Problem {
  const message = "The currency provided does not match the currency of the store credit account";
  return { field: [...path, "currencyCode"], message, code: "MISMATCHING_CURRENCY" };
}

function readMoney(value: unknown): { minor: bigint; currency: string } {
  const { amount, currencyCode } = readTable(value);
  const currency = readText(currencyCode) ?? "";
  return { minor: parseAmount(String(amount), currency), currency };
}

function readTable(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
