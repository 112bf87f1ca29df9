import { balancesOf } from "./books.ts";
import type { World } from "./world-state.ts";

/** M2: an opening balance, below zero where it is owed to the shop or takes another back. */
export function open(
  { books }: World,
  { affiliateId, account, amount }: { affiliateId: string; account: "pending" | "payable"; amount: bigint },
): void {
  const before = books.opened.get(affiliateId) ?? { pending: 0n, payable: 0n };
  books.opened.set(affiliateId, { ...before, [account]: before[account] + amount });
}

/** M12: all that the affiliate owes is written off; nothing where they owe nothing. Answers how much. */
export function writeOff({ books }: World, affiliateId: string): bigint {
  const { payable } = balancesOf(books).get(affiliateId) ?? { payable: 0n };
  if (payable >= 0n) return 0n;
  const before = books.opened.get(affiliateId) ?? { pending: 0n, payable: 0n };
  books.opened.set(affiliateId, { ...before, payable: before.payable - payable });
  return -payable;
}
