import { expect, it } from "vitest";
import { callApi } from "../../support/call-api.ts";
import { makeMerchant } from "../../support/merchant.ts";

it("answers an opening balance with its amount and instant as text", async () => {
  const { token, affiliateId } = await makeMerchant();
  const given = { amount: "12.5", reason: "Balance in the old app", document: "March.csv" };
  const { status, body } = await callApi(token, `POST /affiliates/${affiliateId}/opening-balances`, given);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...given,
    id: expect.stringMatching(/^\w{3}_/),
    kind: "opening_balance",
    affiliateId,
    amount: { amount: "12.50", currencyCode: "USD" },
    by: expect.any(String),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});
