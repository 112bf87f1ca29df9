import { beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { changeManyStatuses } from "#app/flows/affiliates/change-status.ts";
import { changeAffiliateStatus } from "#app/flows/affiliates/change-status.ts";
import { updateAffiliate } from "#app/flows/affiliates/update-affiliate.ts";
import { findStandings } from "#app/flows/settlement/credit-orders.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { listMemberships } from "#app/store/affiliates.ts";
import { emailsOf } from "../../support/emails.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const now = new Date();
const later = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

let selling: SellingShop;

beforeEach(async () => {
  selling = await makeSellingShop();
});

const move = (programIds: string[], days = 0, reason?: "fraud") =>
  updateAffiliate({ shop: selling, actor, now: later(days) }, selling.affiliateId, { programIds, reason });

/** The membership that decides about orders (M20). */
async function membership() {
  const { affiliates } = await findStandings(db(), selling.shopId, [selling.affiliateId]);
  return affiliates[0]?.memberships[0];
}

describe("an affiliate who is removed from a program", () => {
  test("leaves its list at once and earns until the notice period ends", async () => {
    await move([]);
    expect(await listMemberships(db(), selling.shopId, [selling.affiliateId])).toEqual([]);
    expect((await membership())?.leftAt).toBe(later(14).toISOString());
    const [mail] = await emailsOf(selling.shopId);
    expect(mail?.subject).toMatch(/^Partners at .* ends on /);
  });

  test("earns nothing from now on where a reason is given, and is told it", async () => {
    await move([], 0, "fraud");
    expect((await membership())?.leftAt).toBe(now.toISOString());
    expect((await emailsOf(selling.shopId))[0]?.text).toContain("Reason: suspected fraud.");
  });

  test("was never out of it where they are added again before the notice period ends", async () => {
    const joinedAt = (await membership())?.joinedAt;
    await move([]);
    await move([selling.programId], 3);
    expect(await membership()).toMatchObject({ joinedAt, leftAt: null });
  });
});

test("suspending several affiliates records the reason", async () => {
  const { shopId, affiliateId } = selling;
  const change = {
    affiliateIds: [affiliateId],
    status: "suspended",
    reason: "Paid ads on our name",
  } as const;
  await changeManyStatuses({ shop: { shopId }, actor, now }, change);
  const [event] = await listAudit(db(), shopId, { kind: "affiliate", id: affiliateId });
  expect(event?.details).toMatchObject({ to: "suspended", reason: "Paid ads on our name" });
});

test("suspending without a reason records that none was stated", async () => {
  const { shopId, affiliateId } = selling;
  await changeAffiliateStatus({ shop: { shopId }, actor, now }, affiliateId, { status: "suspended" });
  const [event] = await listAudit(db(), shopId, { kind: "affiliate", id: affiliateId });
  expect(event?.details).toMatchObject({ to: "suspended", reason: "not stated" });
});
