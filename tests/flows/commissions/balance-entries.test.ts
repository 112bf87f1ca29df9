import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { type EarnedCursor, readEarned } from "#app/flows/affiliates/read-earned.ts";
import { adjustAffiliate } from "#app/flows/commissions/adjust-balance.ts";
import {
  addOpeningBalance,
  newEntryId,
  postBalanceEntry,
  writeOffBalance,
} from "#app/flows/commissions/balance-entries.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { balancesOf } from "#app/store/ledger.ts";
import { listLedgerEntriesInOrder } from "#app/store/ledger-book.ts";
import { accepted } from "../../support/accepted.ts";
import { decidedAt, type Merchant } from "../../support/decided.ts";
import { makeMerchant } from "../../support/merchant.ts";

const by = (merchant: Merchant) => ({ actor: merchant.actor, now: decidedAt });
const owing = { amount: "-20.00", note: "Refunded after payment" };

async function balanceOf({ shopId, affiliateId }: Merchant) {
  const balances = (await balancesOf(db(), shopId, [affiliateId])).get(affiliateId) ?? [];
  return balances.map(({ currency, pendingMinor, payableMinor }) => [currency, pendingMinor, payableMinor]);
}

async function postings({ shopId }: Merchant) {
  const rows = await listLedgerEntriesInOrder(db(), shopId, { filter: {}, limit: 50 });
  return rows.map((one) => [
    one.code,
    one.debitAccount.split(":")[0],
    one.creditAccount.split(":")[0],
    one.amountMinor,
  ]);
}

async function faults({ shopId }: Merchant) {
  const { differences } = await verifyShop(shopId);
  const schema = `replay_${Date.now()}_${Math.floor(Math.random() * 1e9)}`;
  const replayed = await replayShop(shopId, { schema, keep: false, now: decidedAt });
  return [...differences, ...replayed.differences];
}

describe("a write-off", () => {
  it("brings a negative balance to zero, with its reason and who did it", async () => {
    const merchant = await makeMerchant();
    await adjustAffiliate({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, owing);
    const entry = await writeOffBalance({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, {
      reason: "Left",
    });
    expect(entry).toMatchObject({ kind: "write_off", amountMinor: 2000n, reason: "Left" });
    expect(await balanceOf(merchant)).toEqual([["USD", 0n, 0n]]);
    expect((await postings(merchant)).at(-1)).toEqual(["written_off", "written_off", "payable", 2000n]);
    const events = await listAudit(db(), merchant.shopId, { kind: "affiliate", id: merchant.affiliateId });
    expect(events.find(({ action }) => action === "balance written off")).toMatchObject({
      actorName: merchant.actor.name,
      details: { reason: "Left" },
    });
    expect(await faults(merchant)).toEqual([]);
  });

  it("is refused for a balance of zero or more, in another currency, and for another shop's affiliate", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const writeOff = (id: string, currency?: string) =>
      writeOffBalance({ shop: merchant.shop, ...by(merchant) }, id, { reason: "Left", currency });
    expect(await writeOff(merchant.affiliateId)).toMatchObject({ refused: "conflict" });
    await adjustAffiliate({ shop: other.shop, ...by(other) }, other.affiliateId, owing);
    expect(await writeOff(other.affiliateId)).toMatchObject({ refused: "not-found" });
    await adjustAffiliate({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, owing);
    expect(await writeOff(merchant.affiliateId, "EUR")).toMatchObject({ refused: "conflict" });
    expect(await writeOff(merchant.affiliateId, "XXQ")).toMatchObject({ refused: "invalid" });
    expect(await balanceOf(other)).toEqual([["USD", 0n, -2000n]]);
  });

  it("happens once, however often its form is posted and whoever does it at once", async () => {
    const merchant = await makeMerchant();
    await adjustAffiliate({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, owing);
    const [entryId, second] = [newEntryId("writeOff", decidedAt), newEntryId("writeOff", decidedAt)];
    const post = (id: string) =>
      writeOffBalance({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, {
        reason: "Left",
        entryId: id,
      });
    const answers = await Promise.all([post(entryId), post(entryId), post(second)]);
    expect(answers.filter((one) => !isRefusal(one)).length).toBeGreaterThan(0);
    expect((await postings(merchant)).filter(([code]) => code === "written_off")).toHaveLength(1);
    expect(await balanceOf(merchant)).toEqual([["USD", 0n, 0n]]);
  });
});

describe("an opening balance", () => {
  const opening = { amount: "12.50", reason: "Balance in the old app", document: "March.csv" };

  it("is available at once, with its document; below zero the affiliate owes it", async () => {
    const merchant = await makeMerchant();
    expect(
      await addOpeningBalance({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, opening),
    ).toMatchObject({
      kind: "opening_balance",
      amountMinor: 1250n,
      document: "March.csv",
    });
    const negative = { ...opening, amount: "-15.00" };
    await addOpeningBalance({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, negative);
    expect(await postings(merchant)).toEqual([
      ["opened", "opening", "payable", 1250n],
      ["opened", "payable", "opening", 1500n],
    ]);
    expect(await balanceOf(merchant)).toEqual([["USD", 0n, -250n]]);
    expect(await faults(merchant)).toEqual([]);
  });

  it("may be pending and reverted, as an importer does", async () => {
    const merchant = await makeMerchant();
    const post = (amountMinor: bigint) =>
      inTransaction((tx) =>
        postBalanceEntry(
          tx,
          {
            shopId: merchant.shopId,
            entryId: newEntryId("openingBalance", decidedAt),
            kind: "opening_balance",
            affiliateId: merchant.affiliateId,
            account: "pending",
            currency: "EUR",
            amountMinor,
            reason: "Import",
            document: "",
          },
          by(merchant),
        ),
      );
    await post(900n);
    await post(-400n);
    const { shopId, affiliateId } = merchant;
    const { earned } = accepted(await readEarned(shopId, affiliateId, { limit: 9 }, decidedAt));
    expect(new Set(earned.map(({ state, amount }) => `${state} ${amount.minor}`))).toEqual(
      new Set(["pending 900", "pending -400"]),
    );
    expect(await balanceOf(merchant)).toEqual([["EUR", 500n, 0n]]);
    await expect(post(-501n)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("ledger_balances") },
    });
    expect(await faults(merchant)).toEqual([]);
  });

  it("happens once for a form, and a form of another affiliate is refused", async () => {
    const merchant = await makeMerchant();
    const entryId = newEntryId("openingBalance", decidedAt);
    const post = (amount: string) =>
      addOpeningBalance({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, {
        ...opening,
        amount,
        entryId,
      });
    expect(await post("12.50")).toEqual(await post("12.50"));
    expect(await post("13.00")).toMatchObject({ refused: "conflict" });
    expect(await balanceOf(merchant)).toEqual([["USD", 0n, 1250n]]);
  });

  it.each(["0", "abc", "1.005", "99999999999999"])("of %s is refused at its field", async (amount) => {
    const merchant = await makeMerchant();
    const wanted = { ...opening, amount };
    expect(
      await addOpeningBalance({ shop: merchant.shop, ...by(merchant) }, merchant.affiliateId, wanted),
    ).toMatchObject({
      errors: [{ field: "amount" }],
    });
    expect(await postings(merchant)).toEqual([]);
  });
});

describe("the entries of an affiliate's balance", () => {
  it("list write-offs and opening balances, and add up to the balance on pages of any size", async () => {
    const merchant = await makeMerchant();
    const { shop, shopId, affiliateId } = merchant;
    const at = (hours: number) => ({
      actor: merchant.actor,
      now: new Date(decidedAt.getTime() + hours * 3_600_000),
    });
    const open = (amount: string, hours: number) =>
      addOpeningBalance({ shop, ...at(hours) }, affiliateId, { amount, reason: "Moved", document: "" });
    await adjustAffiliate({ shop, ...at(1) }, affiliateId, owing);
    await writeOffBalance({ shop, ...at(2) }, affiliateId, { reason: "Left" });
    await open("15.00", 3);
    await open("-4.00", 4);

    const listed = async (limit: number) => {
      const found: (readonly [string, string, bigint])[] = [];
      let after: EarnedCursor | undefined;
      do {
        const page = accepted(await readEarned(shopId, affiliateId, { limit, after }, at(5).now));
        found.push(...page.earned.map(({ kind, state, amount }) => [kind, state, amount.minor] as const));
        after = page.next ?? undefined;
      } while (after);
      return found;
    };
    const entries = [
      ["deduction", "approved", -400n],
      ["opening_balance", "approved", 1500n],
      ["write_off", "approved", 2000n],
      ["adjustment", "approved", -2000n],
    ];
    expect(await listed(50)).toEqual(entries);
    expect(await listed(1)).toEqual(entries);
    expect(await balanceOf(merchant)).toEqual([["USD", 0n, 1100n]]);
  });
});
