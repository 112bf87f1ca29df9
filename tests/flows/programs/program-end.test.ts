import { beforeEach, expect, test } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { statusAt } from "#app/domain/instant.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { findStandings } from "#app/flows/settlement/credit-orders.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { saveCustomTerms } from "#app/flows/programs/custom-terms.ts";
import { deleteProgram } from "#app/flows/programs/delete-program.ts";
import { readProgram, readPrograms } from "#app/flows/programs/read-programs.ts";
import { updateProgram } from "#app/flows/programs/update-program.ts";
import { db } from "#app/platform/db.server.ts";
import { programsEarningUntil } from "#app/store/programs.ts";
import { listWaiting } from "#app/store/waiting-versions.ts";
import { emailsOf } from "../../support/emails.ts";
import { addProgram, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const now = new Date();
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

let selling: SellingShop;
let shop: { shopId: SellingShop["shopId"]; domain: string; currency: string };

beforeEach(async () => {
  selling = await makeSellingShop();
  shop = { ...selling, currency: "USD" };
});

const change = (status: "active" | "paused" | "archived", days = 0, reason?: "fraud") =>
  updateProgram({ shop, actor, now: later(days) }, selling.programId, { status, reason });

/** M20: the program's status for an order created then. */
async function statusFor(days: number) {
  const { programs } = await findStandings(db(), selling.shopId, [selling.affiliateId]);
  return statusAt(programs[0]?.statuses ?? [], later(days).toISOString());
}

const isProven = async () => expect((await verifyShop(selling.shopId)).differences).toEqual([]);

test("a paused program earns until the notice period ends", async () => {
  await change("paused");
  expect(await readProgram(shop, selling.programId)).toMatchObject({
    status: "paused",
    earnsUntil: later(14),
  });
  expect([await statusFor(13.9), await statusFor(14)]).toEqual(["active", "paused"]);
  const [mail] = await emailsOf(selling.shopId);
  expect(mail?.subject).toMatch(/^Partners at .* ends on /);
  expect(mail?.text).not.toContain("Reason:");
  await isProven();
});

test("a program that is activated again before the notice period ends goes on earning", async () => {
  await change("paused");
  await change("active", 3);
  expect([await statusFor(4), await statusFor(40)]).toEqual(["active", "active"]);
  expect(await readProgram(shop, selling.programId)).toMatchObject({ status: "active", earnsUntil: null });
  await isProven();
});

test("with a reason a program ends at once, and affiliates are told the reason", async () => {
  await change("paused", 0, "fraud");
  expect(await statusFor(0)).toBe("paused");
  expect((await emailsOf(selling.shopId))[0]?.text).toContain("Reason: suspected fraud.");
});

test("a reason given during the notice period ends the program at once", async () => {
  await change("paused");
  await change("archived", 2, "fraud");
  expect([await statusFor(1), await statusFor(2), await statusFor(20)]).toEqual([
    "active",
    "archived",
    "archived",
  ]);
  expect((await emailsOf(selling.shopId)).map((mail) => mail.text)).toContainEqual(
    expect.stringContaining("Reason: suspected fraud."),
  );
  const { shopId, programId } = selling;
  const earning = await programsEarningUntil(db(), shopId, { programIds: [programId], now: later(2) });
  expect(earning.size).toBe(0);
  await isProven();
});

test("a program that is archived or deleted while its pause waits earns until that pause was to start", async () => {
  await change("paused");
  await change("archived", 1);
  expect([await statusFor(2), await statusFor(13.9), await statusFor(14)]).toEqual([
    "active",
    "active",
    "archived",
  ]);
  const by = { actor, now: later(2) };
  const deleted = await deleteProgram({ shop: selling, ...by }, selling.programId);
  expect(deleted).toEqual({ id: selling.programId, earnsUntil: later(14) });
  expect([await statusFor(3), await statusFor(14)]).toEqual(["active", "archived"]);
  await isProven();
});

test("affiliates with custom terms are told that their program ends", async () => {
  const { affiliateId, programId } = selling;
  const terms = { commission: { kind: "percentage", rateBps: 2000 } } as const;
  await saveCustomTerms({ shop, actor, now }, { affiliateId, programId, terms });
  await change("paused");
  expect((await emailsOf(selling.shopId)).at(-1)?.subject).toMatch(/^Partners at .* ends on /);
});

test("a reason given when an archived program is deleted ends it at once", async () => {
  await change("archived");
  await deleteProgram({ shop: selling, actor, now: later(1) }, selling.programId, "fraud");
  expect([await statusFor(0.5), await statusFor(1), await statusFor(20)]).toEqual([
    "active",
    "archived",
    "archived",
  ]);
});

test("a program keeps its notice period for affiliates who were removed and still earn", async () => {
  const { shopId, affiliateId, programId } = selling;
  await updateAffiliate({ shop: { shopId }, actor, now }, affiliateId, { programIds: [] });
  await change("archived", 1);
  expect([await statusFor(14), await statusFor(15)]).toEqual(["active", "archived"]);
  const lower = { windowDays: 1 };
  await updateProgram({ shop, actor, now: later(2) }, programId, { terms: lower });
  const [waiting] = await listWaiting(db(), shopId, { programId, now: later(2) });
  expect(waiting?.effectiveFrom).toEqual(later(16));
});

test("a deleted program leaves the list and the total at once, and earns until the notice period ends", async () => {
  const deleted = await deleteProgram({ shop: selling, actor, now }, selling.programId);
  expect(deleted).toEqual({ id: selling.programId, earnsUntil: later(14) });
  const list = await readPrograms(shop, { page: 1, limit: 10 });
  expect(list).toMatchObject({ programs: [], total: 0 });
  expect([await statusFor(13.9), await statusFor(14)]).toEqual(["active", "archived"]);
  await isProven();
});

test("a program that nobody joined ends at once", async () => {
  const programId = await addProgram(selling.shopId);
  const deleted = await deleteProgram({ shop: selling, actor, now }, programId);
  expect(isRefusal(deleted) ? deleted : deleted.earnsUntil).toBeNull();
});
