import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { chooseTermsVersion } from "#app/domain/program.ts";
import { findStandings } from "#app/flows/settlement/credit-orders.ts";
import {
  endCustomTerms,
  readCustomTerms,
  saveCustomTerms,
  withdrawCustomTerms,
} from "#app/flows/programs/custom-terms.ts";
import { readProgram } from "#app/flows/programs/read-programs.ts";
import { planUpdate, updateProgram, withdrawTerms } from "#app/flows/programs/update-program.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { lockAffiliate, updateAffiliate } from "#app/store/affiliates.ts";
import { emailsOf } from "../../support/emails.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const dayMs = 86_400_000;
const now = new Date();
const later = (days: number): Date => new Date(now.getTime() + days * dayMs);

const percent = (rate: number) => ({ commission: { kind: "percentage", rateBps: rate * 100 } }) as const;

let selling: SellingShop;
let shop: { shopId: SellingShop["shopId"]; domain: string; currency: string };

beforeEach(async () => {
  selling = await makeSellingShop();
  shop = { ...selling, currency: "USD" };
});

function ok<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(value.reason.code);
  return value;
}

const save = async (change: Parameters<typeof updateProgram>[2], at = now) =>
  ok(await updateProgram({ shop, actor, now: at }, selling.programId, change));

const member = () => ({ affiliateId: selling.affiliateId, programId: selling.programId });

const program = async () => ok(await readProgram(shop, selling.programId));

const inForce = async () => (await program()).terms.commission;

/** The rate for an order created then, as M4 says. */
async function rateAt(at: Date) {
  const { programs } = await findStandings(db(), selling.shopId, [selling.affiliateId]);
  const chosen = chooseTermsVersion(programs[0]?.versions ?? [], selling.affiliateId, at.toISOString());
  const commission = chosen?.terms.commission;
  return commission?.kind === "percentage" ? commission.rateBps / 100 : null;
}

const own = async (rate: number, at = now) =>
  ok(await saveCustomTerms({ shop, actor, now: at }, { ...member(), terms: percent(rate) }));

async function becomeInvited(): Promise<void> {
  await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, selling.shopId, selling.affiliateId);
    if (affiliate) await updateAffiliate(tx, affiliate, { status: "invited" });
  });
}

describe("once an affiliate has joined", () => {
  test("a lower rate starts after the notice period of 14 days", async () => {
    await save({ terms: percent(8) });
    expect(await inForce()).toEqual(percent(10).commission);
    expect((await program()).waiting).toMatchObject({ version: 2, startsAt: later(14) });
    expect(await rateAt(later(13.9))).toBe(10);
    expect(await rateAt(later(14))).toBe(8);
  });

  test("a higher rate starts at once", async () => {
    await save({ terms: percent(12) });
    expect(await inForce()).toEqual(percent(12).commission);
    expect((await program()).waiting).toBeNull();
    expect(await rateAt(later(0))).toBe(12);
  });

  test("withdrawn terms never apply", async () => {
    await save({ terms: percent(8) });
    const by = { actor, now: later(3) };
    ok(await withdrawTerms({ shop: selling, ...by }, selling.programId, { version: 2 }));
    expect((await program()).waiting).toBeNull();
    expect(await rateAt(later(30))).toBe(10);
    const again = await withdrawTerms({ shop: selling, ...by }, selling.programId, {});
    expect(again).toMatchObject({ refused: "not-found" });
  });

  test("a replacement restarts the notice period", async () => {
    await save({ terms: percent(8) });
    await save({ terms: percent(7) }, later(10));
    expect((await program()).waiting).toMatchObject({ version: 3, startsAt: later(24) });
    expect(await rateAt(later(20))).toBe(10);
    expect(await rateAt(later(24))).toBe(7);
  });

  test("saving the waiting terms again does not restart the notice period", async () => {
    await save({ terms: percent(8) });
    expect(await save({ terms: percent(8) }, later(10))).toEqual({ changed: [] });
    expect((await program()).waiting).toMatchObject({ version: 2, startsAt: later(14) });
  });

  test("an improvement replaces lower terms that wait", async () => {
    await save({ terms: percent(8) });
    await save({ terms: percent(11) }, later(1));
    expect(await rateAt(later(2))).toBe(11);
    expect(await rateAt(later(40))).toBe(11);
  });

  test("other edits keep lower terms waiting", async () => {
    await save({ terms: percent(8) });
    await save({ name: "Creators", terms: percent(10) }, later(1));
    expect((await program()).waiting).toMatchObject({ version: 2, startsAt: later(14) });
  });

  test("terms that start within a minute can no longer be withdrawn or replaced", async () => {
    await save({ terms: percent(8) });
    const by = { actor, now: new Date(later(14).getTime() - 30_000) };
    expect(await withdrawTerms({ shop: selling, ...by }, selling.programId, {})).toMatchObject({
      refused: "not-possible",
    });
    const replaced = await updateProgram({ shop, ...by }, selling.programId, { terms: percent(7) });
    expect(replaced).toMatchObject({ refused: "not-possible" });
    expect(await rateAt(later(15))).toBe(8);
  });

  test("the plan says whom lower terms concern, and from when", async () => {
    const plan = ok(await planUpdate(shop, selling.programId, { terms: percent(8) }, now));
    expect(plan).toMatchObject({ effect: "reduction", affiliates: 1, noticeDays: 14, startsAt: later(14) });
    expect(await planUpdate(shop, selling.programId, { terms: percent(12) }, now)).toBeNull();
  });

  test("a shorter notice period waits for the present one, a longer one starts at once", async () => {
    await save({ noticeDays: 2 });
    expect(await program()).toMatchObject({ noticeDays: 14, nextNotice: { days: 2, from: later(14) } });
    await save({ terms: percent(8) }, later(1));
    expect((await program()).waiting?.startsAt).toEqual(later(15));
    await save({ terms: percent(7) }, later(14));
    expect((await program()).waiting?.startsAt).toEqual(later(16));
    await save({ noticeDays: 30 }, later(14));
    expect(await program()).toMatchObject({ noticeDays: 30, nextNotice: null });
  });

  test("without a notice period lower terms start at once", async () => {
    await save({ noticeDays: 0 }, later(-20));
    await save({ terms: percent(8) });
    expect(await inForce()).toEqual(percent(8).commission);
  });
});

describe("while nobody has joined", () => {
  test("lower terms and a shorter notice period start at once", async () => {
    await becomeInvited();
    await save({ terms: percent(8), noticeDays: 3 });
    expect(await inForce()).toEqual(percent(8).commission);
    expect(await program()).toMatchObject({ noticeDays: 3, nextNotice: null });
  });
});

describe("custom terms", () => {
  test("that end before the program's terms change leave nobody untold of that change", async () => {
    await own(20);
    ok(await endCustomTerms({ shop: selling, actor, now }, member()));
    await save({ noticeDays: 30 }, later(1));
    await save({ terms: percent(8) }, later(1));
    const mails = await emailsOf(selling.shopId);
    expect(mails.filter((mail) => mail.text.includes("10% → 8%"))).toHaveLength(1);
  });

  test("that are lower than the present terms wait, better ones start at once", async () => {
    expect(await own(9)).toMatchObject({ own: false, waiting: { version: 2, startsAt: later(14) } });
    expect(await rateAt(later(13))).toBe(10);
    expect(await own(20)).toMatchObject({ own: true, waiting: null });
    expect(await rateAt(later(40))).toBe(20);
  });

  test("that are better than the program's end after the notice period", async () => {
    await own(20);
    const ended = ok(await endCustomTerms({ shop: selling, actor, now }, member()));
    expect(ended).toMatchObject({ own: true, waiting: { terms: null, startsAt: later(14) } });
    expect(await rateAt(later(13))).toBe(20);
    expect(await rateAt(later(14))).toBe(10);
    ok(await withdrawCustomTerms({ shop: selling, actor, now }, member()));
    expect(await rateAt(later(30))).toBe(20);
  });

  test("end after the notice period if lower terms of the program wait", async () => {
    await own(10);
    await save({ terms: percent(5) });
    const ended = ok(await endCustomTerms({ shop: selling, actor, now }, member()));
    expect(ended.waiting?.startsAt).toEqual(later(14));
  });

  test("that are lower than the program's end at once", async () => {
    await own(20);
    await save({ terms: percent(30) });
    expect(ok(await endCustomTerms({ shop: selling, actor, now }, member()))).toMatchObject({ own: false });
    expect(ok(await readCustomTerms(selling.shopId, member(), now)).waiting).toBeNull();
    expect(await rateAt(later(0))).toBe(30);
  });
});
