import { systemActor } from "#app/domain/actor.ts";
import { toDecimal } from "#app/domain/money.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import {
  addOpeningBalance,
  newEntryId,
  postBalanceEntry,
  writeOffBalance,
} from "#app/flows/commissions/balance-entries.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { count } from "../../histories/cases.ts";
import { balancesOf } from "../../model/books.ts";
import { open, writeOff } from "../../model/balance-entries.ts";
import type { Road } from "./road-state.ts";
import { withCrashes } from "./with-crashes.ts";

type Entering = { readonly road: Road; readonly affiliateId: string };

/** Perhaps enters an opening balance or writes off a negative one, in the product and in the model; answers it. */
export async function enterBalance(road: Road): Promise<string | null> {
  if (!road.chance.is(0.4)) return null;
  const { affiliateId } = road.chance.pick(road.place.affiliates);
  const way = road.chance.pick([openPayable, openPayable, openPending, writeOffAll, writeOffAll]);
  return await way({ road, affiliateId });
}

async function openPayable({ road, affiliateId }: Entering): Promise<string> {
  const { chance, model, place } = road;
  const amount = chance.is(0.3) ? chance.minor(1, 2000) : -chance.minor(1, 9000);
  const wanted = {
    amount: toDecimal({ minor: amount, currency: place.shop.currency }),
    reason: "because",
    document: "a file",
    entryId: newEntryId("openingBalance", road.now),
  };
  const by = { actor: systemActor, now: road.now };
  const entry = await withCrashes(road, () =>
    addOpeningBalance({ shop: place.shop, ...by }, affiliateId, wanted),
  );
  if (isRefusal(entry)) throw new Error(`Opening: ${entry.reason.code}`);
  open(model, { affiliateId, account: "payable", amount });
  count(road.counts, "opening balance");
  return `opening ${amount}`;
}

/** Posts it as an importer does, and reverts it. */
async function openPending({ road, affiliateId }: Entering): Promise<string> {
  const { chance, model, place } = road;
  const there = model.books.opened.get(affiliateId)?.pending ?? 0n;
  const amount = there > 0n && chance.is(0.5) ? -there : chance.minor(1, 3000);
  const { shopId, currency } = place.shop;
  const owner = place.affiliates.find((one) => one.affiliateId === affiliateId);
  if (!owner) throw new Error("The affiliate is not there.");
  const entry = {
    shopId,
    entryId: newEntryId("openingBalance", road.now),
    kind: "opening_balance",
    affiliateId: owner.affiliateId,
    account: "pending",
    currency,
    amountMinor: amount,
    reason: "because",
    document: "",
  } as const;
  const by = { actor: systemActor, now: road.now };
  await withCrashes(road, () => inTransaction((tx) => postBalanceEntry(tx, entry, by)));
  open(model, { affiliateId, account: "pending", amount });
  count(road.counts, "pending opening balance");
  return `opening ${amount} pending`;
}

async function writeOffAll({ road, ...entering }: Entering): Promise<string> {
  const { chance, model, place } = road;
  const balances = balancesOf(model.books);
  const owing = [...balances].filter(([, { payable }]) => payable < 0n).map(([id]) => id);
  const affiliateId = owing.length > 0 ? chance.pick(owing) : entering.affiliateId;
  const wanted = { reason: "because", entryId: newEntryId("writeOff", road.now) };
  const by = { actor: systemActor, now: road.now };
  const entry = await withCrashes(road, () =>
    writeOffBalance({ shop: place.shop, ...by }, affiliateId, wanted),
  );
  const amount = writeOff(model, affiliateId);
  if (isRefusal(entry) ? amount !== 0n : entry.amountMinor !== amount) {
    throw new Error(
      `Writing off ${amount}: ${isRefusal(entry) ? entry.reason.code : String(entry.amountMinor)}`,
    );
  }
  if (amount !== 0n) count(road.counts, "written off");
  return `writing off ${amount}`;
}
