import type { PaymentId, ShopId } from "#app/domain/ids.ts";
import { findDecimal } from "#app/domain/money.ts";
import { type PaymentMovement, paymentMovements } from "#app/domain/statements/account.ts";
import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import { identities, type StatementRow } from "#app/domain/statements/statement-row.ts";
import { type CreditAccount, readMovements } from "#app/gateways/shopify/store-credit.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { type CreditPayout, creditPayouts, existingLines, openCredits } from "#app/store/credit-payouts.ts";
import {
  changeStatement,
  findStatement,
  insertStatementLines,
  lockStatement,
  type ProviderStatement,
} from "#app/store/provider-statements.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { findNamedPayments, lastNumber } from "#app/store/statement-matching.ts";
import { creditOf } from "./request-content.ts";
import { stopStatement } from "./stop-statement.ts";

/** Payments whose accounts are read before the result is written. */
const atOnce = 20;

/** Shopify's clock differs from ours, and Shopify books a payment before it is settled here. */
const marginMs = 24 * 3_600_000;

const noRight = { code: "statement_lost_scope" } as const;

type CreditStatementKey = { readonly shopId: ShopId; readonly statementId: string };

/**
 * Reads Shopify's bookings on the customer accounts that got store credit on a statement's days. Each piece is
 * a transaction, so another worker can continue after a crash. Does nothing if the statement has its lines.
 * @throws PlatformError; the job then tries again.
 */
export async function readCredits({ shopId, statementId }: CreditStatementKey): Promise<void> {
  let statement = await findStatement(db(), shopId, statementId);
  const shop = await findShop(db(), shopId);
  if (!shop || statement?.status !== "reading") return;
  const read = await accountsRead(statement);
  while (statement?.status === "reading" && statement.stopped === "") {
    // Asking for hours would not bring the access back.
    if (!mayGiveStoreCredit((await findShop(db(), shopId))?.scopes ?? "")) {
      return await stopStatement({ shopId, statementId }, noRight);
    }
    await readSomeCredits(shop, statement, read);
    statement = await findStatement(db(), shopId, statementId);
  }
}

/** Reads the accounts of some payments and writes their lines. @param read accounts that were read already */
async function readSomeCredits(
  shop: Shop,
  statement: ProviderStatement,
  read: Map<string, Date>,
): Promise<void> {
  const { shopId, since, until, readUpTo: after } = statement;
  const page = await creditPayouts(db(), shopId, { since, until, after, limit: atOnce });
  const rows: StatementRow[] = [];
  const unreadable: CreditPayout[] = [];
  for (const [account, payouts] of groupByAccount(page)) {
    const from = readFrom(statement, payouts);
    if ((read.get(account) ?? until) <= from) continue;
    const told = await readCreditRows({ shop, statement, from }, payouts);
    if (!told) {
      // The account is read again for each later payment, so that each gets its own line as unreadable.
      unreadable.push(...payouts.filter(({ payment }) => isMissed(statement, payment)));
      continue;
    }
    read.set(account, from);
    rows.push(...told);
  }
  await saveCreditLines(
    statement,
    { rows, unreadable },
    { last: page.at(-1)?.payment.paymentId ?? null, accounts: read.size },
  );
}

/** The accounts that were read before a worker crashed, each with the instant from which. */
async function accountsRead(statement: ProviderStatement): Promise<Map<string, Date>> {
  const { shopId, since, until, readUpTo } = statement;
  const read = new Map<string, Date>();
  for (let after = ""; after < readUpTo;) {
    const page = await creditPayouts(db(), shopId, { since, until, after, limit: atOnce });
    const before = page.filter(({ payment }) => payment.paymentId <= readUpTo);
    const names = before.map(({ payment }) => unreadableName(payment));
    const gone = await existingLines(db(), statement, names);
    for (const [account, payouts] of groupByAccount(before)) {
      if (payouts.some(({ payment }) => gone.has(unreadableName(payment)))) continue;
      const from = readFrom(statement, payouts);
      if ((read.get(account) ?? until) > from) read.set(account, from);
    }
    after = page.at(-1)?.payment.paymentId ?? readUpTo;
  }
  return read;
}

/**
 * A payment in doubt may be settled here days after it was booked, so an account is read back to the first
 * attempt.
 */
function readFrom({ since }: ProviderStatement, payouts: readonly CreditPayout[]): Date {
  const tried = payouts.map(({ payment, request }) => request.firstTriedAt ?? payment.sentAt ?? since);
  return new Date(Math.min(since.getTime(), ...tried.map((at) => at.getTime())) - marginMs);
}

function groupByAccount(page: readonly CreditPayout[]): Map<string, CreditPayout[]> {
  const found = new Map<string, CreditPayout[]>();
  for (const one of page) {
    const { customerId, currency } = creditOf(one.request);
    const key = `${customerId}:${currency}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}

type CreditReading = { readonly shop: Shop; readonly statement: ProviderStatement; readonly from: Date };

/** True if the statement must contain the payment: settled on its days, or sent on them and still open. */
function isMissed({ since, until }: ProviderStatement, payment: CreditPayout["payment"]): boolean {
  const at = payment.settledAt ?? (payment.closedAt === null ? payment.sentAt : null);
  return at !== null && at >= since && at < until;
}

/**
 * Shopify's bookings on the account of these payments, as lines that name the payment where it is known. Null
 * if the customer was deleted and the account can't be read.
 */
async function readCreditRows(
  { shop, statement, from }: CreditReading,
  payouts: readonly CreditPayout[],
): Promise<StatementRow[] | null> {
  const [first] = payouts;
  if (!first) return [];
  const account = creditOf(first.request);
  const { since, until } = statement;
  const booked = await readMovements(shop.domain, account, from);
  if (!booked) return null;
  const movements = booked.flatMap(({ amount, ...one }) => {
    const amountMinor = findDecimal(amount, account.currency)?.minor;
    return amountMinor === undefined ? [] : [{ ...one, amountMinor }];
  });
  const transactionIds = movements.map((one) => one.transactionId);
  const known = await findNamedPayments(db(), shop.shopId, {
    paymentIds: [],
    providerItemIds: [],
    transactionIds,
  });
  const open = await openCredits(db(), shop.shopId, account);
  const told = paymentMovements({ movements, known, open, since, until });
  return told.map((one) => creditRow({ shop, account, payouts }, one));
}

type CreditAccountPayouts = {
  readonly shop: Shop;
  readonly account: CreditAccount;
  readonly payouts: readonly CreditPayout[];
};

function creditRow(
  { shop, account, payouts }: CreditAccountPayouts,
  { movement, paymentId }: PaymentMovement,
): StatementRow {
  const { transactionId, kind, at, amountMinor } = movement;
  return {
    number: 0,
    senderItemId: paymentId === null ? "" : `${shop.shopId}:${paymentId}`,
    providerItemId: "",
    providerTransactionId: transactionId,
    amountMinor,
    feeMinor: null,
    currency: account.currency,
    day: dayIn(shop.timeZone, at),
    at,
    providerStatus: kind === "credit" ? "credited" : "debited",
    outcome: kind === "credit" ? "paid" : "returned",
    receiver: payouts[0]?.payment.receiver ?? "",
  };
}

type ReadCredits = { readonly rows: readonly StatementRow[]; readonly unreadable: readonly CreditPayout[] };

/**
 * Writes the lines of some accounts. Without `last` they were the last ones. Does nothing if another worker was
 * first.
 */
async function saveCreditLines(
  { shopId, statementId, readUpTo }: ProviderStatement,
  { rows, unreadable }: ReadCredits,
  { last, accounts }: { readonly last: PaymentId | null; readonly accounts: number },
): Promise<void> {
  const identityOf = identities();
  const given = rows.map((row) => ({ row, identity: identityOf(row) }));
  await inTransaction(async (tx) => {
    const locked = await lockStatement(tx, shopId, statementId);
    if (locked?.status !== "reading" || locked.readUpTo !== readUpTo) return;
    // After a crash, a customer who was paid twice on these days is read again, so existing lines are skipped.
    const there = await existingLines(
      tx,
      locked,
      given.map((one) => one.identity),
    );
    const fresh = given.filter((one) => !there.has(one.identity));
    const before = await lastNumber(tx, locked);
    await insertStatementLines(
      tx,
      fresh.map(({ row: { day: _day, ...said }, identity }, index) => {
        return { shopId, statementId, ...said, number: before + index + 1, identity, match: "waiting" };
      }),
    );
    await insertStatementLines(
      tx,
      unreadable.map(({ payment }, index) => ({
        ...unreadableLine(payment),
        statementId,
        number: before + fresh.length + index + 1,
      })),
    );
    const lineCount = locked.lineCount + fresh.length;
    const next = last === null ? ({ status: "matching" } as const) : { readUpTo: last };
    await changeStatement(tx, locked, { lineCount, accountsRead: accounts, ...next });
  });
}

/** The line of a payment to an account that can't be read any more. */
function unreadableLine(payment: CreditPayout["payment"]) {
  const { shopId, paymentId, amountMinor, currency, receiver } = payment;
  const at = payment.settledAt ?? payment.sentAt;
  const known = { shopId, paymentId, senderItemId: paymentId, amountMinor, currency, receiver, at };
  return { ...known, identity: unreadableName(payment), outcome: "", match: "unreadable" };
}

const unreadableName = ({ paymentId }: CreditPayout["payment"]) => `unreadable ${paymentId}`;
