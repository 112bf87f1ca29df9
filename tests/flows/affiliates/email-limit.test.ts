import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import { inviteAffiliate } from "#app/flows/affiliates/invite-affiliate.ts";
import { resendInvitation } from "#app/flows/affiliates/send-invitation.ts";
import { db } from "#app/platform/db.server.ts";
import { eventEmails } from "#app/store/schema/emails.ts";
import { dropEmailsOf, emailsOf } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";

it("limits invitations to an address to five within an hour", async () => {
  const { shop, actor } = await makeMerchant();
  const now = new Date();
  const by = { shop, actor };
  const how = { showsLink: true };
  const invited = await inviteAffiliate({ ...by, now }, { name: "Zoe", email: "zoe@example.com" }, how);
  if (isRefusal(invited)) throw new Error(invited.reason.code);
  const { affiliateId: id } = invited;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => resendInvitation({ ...by, now: new Date(now.getTime() + 1) }, id, how)),
  );
  const refused = answers.filter((answer) => "refused" in answer);
  expect(refused).toHaveLength(6);
  expect(refused[0]).toMatchObject({ refused: "not-possible" });
  const invitations = await db().select().from(eventEmails).where(eq(eventEmails.shopId, shop.shopId));
  expect(invitations.map((one) => one.eventName)).toEqual(
    Array.from({ length: 5 }, () => "affiliate.invited"),
  );
  // Only the newest link works, so of several waiting emails only that one is sent.
  expect(await emailsOf(shop.shopId)).toHaveLength(1);
  const nextHour = new Date(now.getTime() + 3_600_002);
  expect(await resendInvitation({ ...by, now: nextHour }, id, how)).toEqual({
    email: "zoe@example.com",
    link: null,
  });
  await dropEmailsOf(shop.shopId);
});
