/**
 * The stand-in's own books: every movement of money, appended and never changed. They alone judge whether
 * somebody was paid once. Nothing here is shared with the app, and nothing the app says is written here
 * before it was accepted as a payment.
 */
export type MovementKind =
  | "funded"
  | "held"
  | "released"
  | "paid"
  | "unclaimed"
  | "claimed"
  | "returned"
  | "refunded"
  | "reversed"
  | "fee";

export interface Movement {
  id: number;
  at: string;
  kind: MovementKind;
  /** `bank`, `funding`, `held`, `unclaimed`, `fees`, or `receiver:` and who. */
  from: string;
  to: string;
  currency: string;
  /** Minor units, never negative, as text: JSON has no bigint. */
  minor: string;
  batchId: string | null;
  itemId: string | null;
  senderItemId: string | null;
}

/** Writes one movement. Throws for an amount below zero: that would be another movement. */
export function record(
  books: { movements: Movement[] },
  entry: Omit<Movement, "id" | "minor"> & { minor: bigint },
): void {
  if (entry.minor < 0n) throw new Error(`A movement of ${entry.minor} is none.`);
  if (entry.minor === 0n) return;
  books.movements.push({ ...entry, id: books.movements.length + 1, minor: entry.minor.toString() });
}

/** Balance of an account, from all its movements. */
export function balanceOf(movements: readonly Movement[], account: string, currency: string): bigint {
  let balance = 0n;
  for (const movement of movements) {
    if (movement.currency !== currency) continue;
    if (movement.to === account) balance += BigInt(movement.minor);
    if (movement.from === account) balance -= BigInt(movement.minor);
  }
  return balance;
}

export interface AccountLine {
  account: string;
  currency: string;
  minor: string;
}

/** Payments under one `sender_item_id`, from however many payouts. */
export interface ItemLine {
  senderItemId: string;
  receivers: string[];
  currency: string;
  /** Payouts under this id whose money has not come back. */
  payouts: number;
  held: string;
  unclaimed: string;
  received: string;
  /** All three together: above what was owed, somebody is paid twice or will be. */
  committed: string;
}

export interface BooksView {
  accounts: AccountLine[];
  items: ItemLine[];
  movements: Movement[];
}

/** The books as tests read them. Fees stay out of `items`: they are PayPal's. */
export function viewBooks(movements: readonly Movement[]): BooksView {
  return { accounts: listAccounts(movements), items: listItems(movements), movements: [...movements] };
}

function listAccounts(movements: readonly Movement[]): AccountLine[] {
  const sums = new Map<string, { account: string; currency: string; minor: bigint }>();
  const add = (account: string, currency: string, minor: bigint): void => {
    const key = `${currency} ${account}`;
    const line = sums.get(key) ?? { account, currency, minor: 0n };
    sums.set(key, { ...line, minor: line.minor + minor });
  };
  for (const movement of movements) {
    add(movement.from, movement.currency, -BigInt(movement.minor));
    add(movement.to, movement.currency, BigInt(movement.minor));
  }
  return [...sums.values()]
    .map((line) => ({ ...line, minor: line.minor.toString() }))
    .toSorted((a, b) => `${a.currency} ${a.account}`.localeCompare(`${b.currency} ${b.account}`));
}

interface Sum {
  currency: string;
  receivers: Set<string>;
  held: bigint;
  unclaimed: bigint;
  received: bigint;
  byPayout: Map<string, bigint>;
}

function listItems(movements: readonly Movement[]): ItemLine[] {
  const sums = new Map<string, Sum>();
  for (const movement of movements) {
    if (movement.senderItemId === null || movement.kind === "fee") continue;
    const sum = sums.get(movement.senderItemId) ?? emptySum(movement.currency);
    sums.set(movement.senderItemId, sum);
    addSide(sum, { account: movement.to, minor: BigInt(movement.minor), payout: movement.itemId });
    addSide(sum, { account: movement.from, minor: -BigInt(movement.minor), payout: movement.itemId });
  }
  return [...sums].map(([senderItemId, sum]) => ({
    senderItemId,
    receivers: [...sum.receivers],
    currency: sum.currency,
    payouts: [...sum.byPayout.values()].filter((minor) => minor !== 0n).length,
    held: sum.held.toString(),
    unclaimed: sum.unclaimed.toString(),
    received: sum.received.toString(),
    committed: (sum.held + sum.unclaimed + sum.received).toString(),
  }));
}

function emptySum(currency: string): Sum {
  return { currency, receivers: new Set(), held: 0n, unclaimed: 0n, received: 0n, byPayout: new Map() };
}

function addSide(sum: Sum, side: { account: string; minor: bigint; payout: string | null }): void {
  const isReceiver = side.account.startsWith("receiver:");
  if (isReceiver) {
    sum.receivers.add(side.account.slice("receiver:".length));
    sum.received += side.minor;
  } else if (side.account === "held") sum.held += side.minor;
  else if (side.account === "unclaimed") sum.unclaimed += side.minor;
  else return;
  const payout = side.payout ?? "";
  sum.byPayout.set(payout, (sum.byPayout.get(payout) ?? 0n) + side.minor);
}
