import { expect, it } from "vitest";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { askForEmail } from "../../support/affiliate-browser.ts";
import { dropEmailsOf, emailsOf } from "../../support/emails.ts";
import { makeMerchant } from "../../support/merchant.ts";

it("sends one affiliate five emails within an hour, even when all are asked for at once", async () => {
  const { shopId, domain, affiliateId } = await makeMerchant();
  const asked = { shop: domain, email: `${affiliateId}@example.com`, now: new Date() };
  await Promise.all(Array.from({ length: 20 }, () => requestSignIn(asked)));
  expect(await emailsOf(shopId)).toHaveLength(5);
  await dropEmailsOf(shopId);
});

it("takes as long for a stranger as for an affiliate", async () => {
  const { domain } = await makeMerchant();
  const began = performance.now();
  await askForEmail({ shop: domain, email: "nobody@example.com" }, "203.0.113.50");
  expect(performance.now() - began).toBeGreaterThan(240);
});
