import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { goLive, stateNoBalances } from "#app/flows/shadow/go-live.ts";
import { startShadow } from "#app/flows/shadow/start-shadow.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { runSchedule } from "#app/flows/payouts/run-schedule.ts";
import { addPayees } from "../../support/paying-shop.ts";
import { makeMerchant } from "../../support/merchant.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const startedAt = new Date("2026-03-01T00:00:00Z");
const liveFrom = new Date("2026-03-05T12:00:00Z");
const late = new Date("2026-03-06T00:00:00Z");
const ctxOf = ({ shop, actor }: Merchant, now: Date) => ({ shop, actor, now });
const code = (result: unknown) => (isRefusal(result) ? result.reason.code : result);

async function switching() {
  const merchant = await makeMerchant();
  await startShadow(ctxOf(merchant, startedAt));
  await goLive(ctxOf(merchant, startedAt), liveFrom);
  return merchant;
}

async function emailed({ shopId }: Merchant) {
  const { rows } = await db().execute<{ name: string }>(
    sql`select event_name as name from event_emails where shop_id = ${shopId} order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A change of terms by the merchant, and an answer to the affiliate's own claim. */
async function tell({ shopId, affiliateId, programId }: Merchant, now: Date) {
  const payload = { affiliateId, code: "A", formerCode: "B" };
  const claim = { claimId: "clm_1", affiliateId, orderName: "#1", decision: "declined" } as const;
  await inTransaction((tx) =>
    recordEvents(
      tx,
      shopId,
      [
        { name: "code.changed", subjectId: programId, affiliateId, payload },
        { name: "claim.decided", subjectId: claim.claimId, affiliateId, payload: claim },
      ],
      now,
    ),
  );
}

describe("affiliates of a store in shadow mode", () => {
  it("get only answers to what they did themselves, until the store is live", async () => {
    const merchant = await switching();
    await tell(merchant, new Date("2026-03-05T11:59:59Z"));
    expect(await emailed(merchant)).toEqual(["claim.decided"]);
    await tell(merchant, liveFrom);
    expect(await emailed(merchant)).toEqual(["claim.decided", "claim.decided", "code.changed"]);
  });

  it("are invited once the store is live", async () => {
    const merchant = await switching();
    const invite = (now: Date) =>
      inviteAffiliate(ctxOf(merchant, now), { name: "Zoe", email: "zoe@x.example" }, { showsLink: true });
    expect(code(await invite(startedAt))).toBe("before_live");
    expect(isRefusal(await invite(liveFrom))).toBe(false);
  });
});

describe("a payout schedule", () => {
  it("waits for the previous app's balances, and then makes up for its day", async () => {
    const merchant = await switching();
    const { shopId } = merchant;
    const settings = { ...usualSettings, schedule: "monthly" as const, limits: [] };
    expect(await changePayoutSettings(ctxOf(merchant, startedAt), settings)).toBeNull();
    await addPayees(merchant, [5000n]);
    const payouts = async () =>
      (await db().execute(sql`select 1 from payouts where shop_id = ${shopId}`)).rows.length;
    const payday = new Date("2026-04-01T12:00:00Z");
    await runSchedule(shopId, payday);
    expect(await payouts()).toBe(0);
    await stateNoBalances(ctxOf(merchant, late));
    await runSchedule(shopId, payday);
    expect(await payouts()).toBe(1);
  });
});
