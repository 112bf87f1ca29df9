import { type Difference, differenceText, rowOfDifference } from "#app/domain/ledger/difference.ts";
import type { Identity } from "#app/domain/ledger/balance.ts";
import type { DifferenceWire, IdentityWire, ProofWire, TransferWire } from "./ledger.ts";
import { moneyToWire } from "./wire.ts";

type TransferToWrite = {
  readonly row: {
    readonly transferId: string;
    readonly sequence: bigint;
    readonly code: string;
    readonly debitAccount: string;
    readonly creditAccount: string;
    readonly amountMinor: bigint;
    readonly currency: string;
    readonly affiliateId: string | null;
    readonly subject: string;
    readonly happenedAt: Date;
    readonly recordedAt: Date;
  };
  readonly affiliateName: string | null;
};

/** A transfer of the ledger; its accounts by their names, the affiliate beside them. */
export function transferToWire({ row, affiliateName }: TransferToWrite): TransferWire {
  const { affiliateId } = row;
  return {
    id: row.transferId,
    sequence: String(row.sequence),
    code: row.code,
    debit: accountName(row.debitAccount),
    credit: accountName(row.creditAccount),
    amount: moneyToWire(row.amountMinor, row.currency),
    affiliate: affiliateId === null ? null : { id: affiliateId, name: affiliateName ?? affiliateId },
    subject: row.subject,
    happenedAt: row.happenedAt.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
  };
}

type ProofToWrite = {
  readonly checkedAt: Date;
  readonly transfers: number;
  readonly highestSequence: bigint;
  readonly balances: number;
  readonly orders: number;
  readonly differenceCount: number;
  readonly differences: readonly Difference[];
};

/** The last proof of the books, or null. */
export function proofToWire(proof: ProofToWrite | null): ProofWire["proof"] {
  if (proof === null) return null;
  return {
    checkedAt: proof.checkedAt.toISOString(),
    transfers: proof.transfers,
    highestSequence: String(proof.highestSequence),
    balances: proof.balances,
    orders: proof.orders,
    differenceCount: proof.differenceCount,
    differences: proof.differences.map(differenceToWire),
  };
}

/** A difference in a sentence, with amounts as people read them. */
function differenceToWire(one: Difference): DifferenceWire {
  const affiliate = "affiliateId" in one ? one.affiliateId : null;
  const order = "orderId" in one ? one.orderId : null;
  return { kind: one.kind, ...rowOfDifference(one), text: sentenceOf(one), affiliate, order };
}

function moneyText(minor: string, currency: string): string {
  return `${moneyToWire(BigInt(minor), currency).amount} ${currency}`;
}

function sentenceOf(one: Difference): string {
  if (one.kind === "balance") {
    const { account, currency, kept, summed } = one;
    return `The ${account} balance of affiliate ${one.affiliateId} is shown as ${moneyText(kept, currency)}, but its transfers sum to ${moneyText(summed, currency)}.`;
  }
  if (one.kind === "order" || one.kind === "commission") {
    const { currency, standing, posted } = one;
    const name = one.kind === "order" ? `Order ${one.orderId}` : `Commission ${one.commissionId}`;
    return `${name} should stand at ${moneyText(standing, currency)}, but ${moneyText(posted, currency)} are posted.`;
  }
  return `${differenceText(one)}.`;
}

/** M15 of one currency. */
export function identityToWire(one: Identity & { readonly currency: string }): IdentityWire {
  const money = (minor: bigint) => moneyToWire(minor, one.currency);
  return {
    opening: money(one.openingMinor),
    movements: Object.entries(one.movements).map(([code, minor]) => ({ code, amount: money(minor) })),
    closing: money(one.closingMinor),
    difference: money(one.differenceMinor),
    holds: one.differenceMinor === 0n,
  };
}

type HolderToWrite = {
  readonly affiliateId: string;
  readonly name: string;
  readonly accounts: readonly {
    readonly account: string;
    readonly currency: string;
    readonly keptMinor: bigint;
    readonly summedMinor: bigint;
  }[];
};

/** An affiliate's balances as they are shown, beside what their transfers sum to. */
export function holderToWire({ affiliateId, name, accounts }: HolderToWrite) {
  return {
    id: affiliateId,
    name,
    accounts: accounts.map(({ account, currency, keptMinor, summedMinor }) => ({
      account,
      shown: moneyToWire(keptMinor, currency),
      summed: moneyToWire(summedMinor, currency),
      agrees: keptMinor === summedMinor,
    })),
  };
}

export type HolderWire = ReturnType<typeof holderToWire>;

/** "pending:aff_…" → "pending": the affiliate stands beside it. */
function accountName(account: string): string {
  return account.split(":")[0] ?? account;
}
