import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createProgram } from "#app/flows/programs/create-program.ts";
import { deleteProgram } from "#app/flows/programs/delete-program.ts";
import { readProgram, readProgramPast, readPrograms } from "#app/flows/programs/read-programs.ts";
import { updateProgram } from "#app/flows/programs/update-program.ts";
import { accepted } from "../../support/accepted.ts";
import { deliver, emptyInbox, orderRow, currentBalance, postedEntries } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { dropNotice, makeSellingShop } from "../../support/selling-shop.ts";
import { whyOf } from "../../support/why.ts";

const at = (text: string) => ({ actor: systemActor, now: new Date(text) });
const percent = (rateBps: number) => ({ terms: { commission: { kind: "percentage" as const, rateBps } } });

async function sellingShop() {
  const selling = await makeSellingShop();
  return { ...selling, shop: { shopId: selling.shopId, domain: selling.domain, currency: "USD" } };
}

describe("the terms of a program", () => {
  it("are those of the order's time: an old order's refund is calculated at the old rate (M4)", async () => {
    const { shop, programId, ...selling } = await sellingShop();
    const before = orderBody({
      ref: selling.code,
      createdAt: "2026-03-02T10:00:00Z",
      price: "50.00",
      quantity: 2,
    });
    await deliver(selling, "orders/create", before);
    await emptyInbox();
    await updateProgram({ shop, ...at("2026-03-03T00:00:00Z") }, programId, percent(2000));
    const after = orderBody({ ref: selling.code, createdAt: "2026-03-04T10:00:00Z" });
    await deliver(selling, "orders/create", after);
    await deliver(selling, "refunds/create", refundBody(before.id, { amount: "50.00" }));
    await emptyInbox();
    expect((await orderRow(selling, before.id)).programVersion).toBe(1);
    expect((await orderRow(selling, after.id)).programVersion).toBe(2);
    // 10 % of the 50.00 that is left, and 20 % of 100.00.
    expect(await currentBalance(selling)).toEqual({ pending: 500n + 2000n, payable: 0n });
    const reversed = (await postedEntries(selling)).filter((one) => one.code === "reversed");
    expect(reversed.map((one) => one.amountMinor)).toEqual([500n]);
  });

  it("choose by the order's creation, not by when it is heard of", async () => {
    const { shop, programId, ...selling } = await sellingShop();
    await updateProgram({ shop, ...at("2026-03-03T00:00:00Z") }, programId, percent(2000));
    const late = orderBody({ ref: selling.code, createdAt: "2026-03-02T10:00:00Z" });
    await deliver(selling, "orders/create", late);
    await emptyInbox();
    expect(await currentBalance(selling)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("get a new version only when they differ, and the history says what changed", async () => {
    const { shop, programId, shopId } = await sellingShop();
    await updateProgram({ shop, ...at("2026-02-01T00:00:00Z") }, programId, percent(1000));
    await updateProgram({ shop, ...at("2026-02-02T00:00:00Z") }, programId, { name: "Friends" });
    const unchanged = await readProgramPast(shopId, programId, new Date());
    expect(unchanged.versions.map((one) => one.version)).toEqual([1]);
    await updateProgram({ shop, ...at("2026-02-03T00:00:00Z") }, programId, { terms: { approvalDays: 7 } });
    const { versions, history } = await readProgramPast(shopId, programId, new Date());
    expect(versions.map((one) => [one.version, one.terms?.approvalDays])).toEqual([
      [2, 7],
      [1, 30],
    ]);
    expect(history.map((one) => one.details["changed"])).toEqual([["terms"], ["name"]]);
  });
});

describe("a program's states (M20)", () => {
  it("give later orders nothing while paused, and keep the terms of orders before", async () => {
    const { shop, programId, ...selling } = await sellingShop();
    await dropNotice({ programId });
    const before = orderBody({ ref: selling.code, createdAt: "2026-03-02T10:00:00Z" });
    const during = orderBody({ ref: selling.code, createdAt: "2026-03-04T10:00:00Z" });
    await updateProgram({ shop, ...at("2026-03-03T00:00:00Z") }, programId, { status: "paused" });
    await deliver(selling, "orders/create", before);
    await deliver(selling, "orders/create", during);
    await emptyInbox();
    expect(await orderRow(selling, before.id)).toMatchObject({ credited: true });
    expect(await orderRow(selling, during.id)).toMatchObject({
      credited: false,
      reason: "program-not-active",
    });
  });

  it("hide a deleted program and keep what was earned in it", async () => {
    const { shop, programId, shopId, ...selling } = await sellingShop();
    const body = orderBody({ ref: selling.code });
    await deliver(selling, "orders/create", body);
    await emptyInbox();
    expect(await deleteProgram({ shop: { shopId }, ...at("2026-03-05T00:00:00Z") }, programId)).toEqual({
      id: programId,
      earnsUntil: new Date("2026-03-19T00:00:00Z"),
    });
    expect(await readProgram(shop, programId)).toMatchObject({ refused: "not-found" });
    expect(await deleteProgram({ shop: { shopId }, ...at("2026-03-06T00:00:00Z") }, programId)).toMatchObject(
      {
        refused: "not-found",
      },
    );
    expect(await currentBalance({ shopId, affiliateId: selling.affiliateId })).toEqual({
      pending: 1000n,
      payable: 0n,
    });
  });

  it("refuse what cannot follow, and say what can", async () => {
    const { shop, programId } = await sellingShop();
    expect(
      await updateProgram({ shop, ...at("2026-03-01T00:00:00Z") }, programId, { status: "draft" }),
    ).toMatchObject({
      refused: "not-possible",
      reason: { code: "program_status", from: "active" },
    });
    await updateProgram({ shop, ...at("2026-03-02T00:00:00Z") }, programId, { status: "archived" });
    expect(
      await updateProgram({ shop, ...at("2026-03-03T00:00:00Z") }, programId, { status: "active" }),
    ).toMatchObject({ reason: { code: "program_archived" } });
  });
});

describe("a new program", () => {
  it("takes the days that are not given from the shop, and figures of its own", async () => {
    const { shop, ...selling } = await sellingShop();
    const defaults = { ...shop, defaultWindowDays: 45, defaultApprovalDays: 5 };
    const made = await createProgram(
      { shop: defaults, ...at("2026-02-01T00:00:00Z") },
      { name: "Extra", ...percent(500) },
    );
    if (isRefusal(made)) throw new Error(whyOf(made));
    await deliver(selling, "orders/create", orderBody({ ref: selling.code }));
    await emptyInbox();
    const { programs, total } = accepted(await readPrograms(shop, { page: 1, limit: 10 }));
    expect(total).toBe(2);
    expect(programs.map(({ name, affiliates, figures }) => [name, affiliates, figures.orders])).toEqual([
      ["Extra", 0, 0],
      ["Partners", 1, 1],
    ]);
    expect(programs[0]?.terms).toMatchObject({ windowDays: 45, approvalDays: 5 });
    expect(programs[1]?.figures).toMatchObject({ revenue: { minor: 10_000n }, commission: { minor: 1000n } });
  });

  it("refuses an amount in another currency than the shop's", async () => {
    const { shop } = await sellingShop();
    const defaults = { ...shop, defaultWindowDays: 30, defaultApprovalDays: 30 };
    const commission = { kind: "fixed" as const, amount: { minor: 500n, currency: "EUR" } };
    const refused = await createProgram(
      { shop: defaults, ...at("2026-02-01T00:00:00Z") },
      { name: "Extra", terms: { commission } },
    );
    expect(refused).toMatchObject({ refused: "invalid", errors: [{ field: "terms.commission" }] });
  });
});
