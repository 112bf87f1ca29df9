import { expect, test } from "vitest";
import {
  apiKey,
  askAdmin,
  askToken,
  dig,
  exchangeForm,
  installWithToken,
  postJson,
  shopOf,
  startListeningApp,
  startPlatform,
} from "./platform-setup.ts";
import { accountsDocument, creditDocument, creditScopes, errorsOf } from "./store-credit-till.ts";

test("without the scopes nothing is shown or changed, and what is taken is gone from old tokens too", async () => {
  const app = await startListeningApp();
  const platform = await startPlatform({ appUrl: app.url });
  const token = await installWithToken(platform, ["read_customers"]);
  const id = `gid://shopify/Customer/${shopOf(platform).customers[0]?.id}`;
  const creditInput = { creditAmount: { amount: "5", currencyCode: "USD" } };
  const denied = await askAdmin(platform, token, creditDocument, { id, creditInput });
  expect(JSON.stringify(denied.body)).toContain("`write_store_credit_account_transactions` access scope.");
  const hidden = await askAdmin(platform, token, accountsDocument, { id });
  expect(JSON.stringify(hidden.body)).toContain("Access denied for storeCreditAccounts field.");

  const admin = `${platform.url}/store/demo-store/apps/${apiKey}/scopes`;
  const asked = ["write_store_credit_account_transactions", "read_store_credit_accounts"];
  const undeclared = await fetch(`${admin}/grant`, {
    method: "POST",
    body: JSON.stringify(["write_orders"]),
  });
  expect(undeclared.status).toBe(400);
  expect((await postJson(`${admin}/grant`, asked)).body).toMatchObject({
    granted: ["read_customers", ...asked],
    optional: asked,
  });
  // The token of before was given for less.
  const still = await askAdmin(platform, token, creditDocument, { id, creditInput });
  expect(JSON.stringify(still.body)).toContain("ACCESS_DENIED");
  const { body } = await askToken(platform, await exchangeForm(platform, "offline"));
  const newer = body["access_token"];
  expect(errorsOf(await askAdmin(platform, newer, creditDocument, { id, creditInput }))).toEqual([]);

  const required = await fetch(`${admin}/revoke`, {
    method: "POST",
    body: JSON.stringify(["read_customers"]),
  });
  expect(required.status).toBe(400);
  expect((await postJson(`${admin}/revoke`, asked)).body).toMatchObject({ granted: ["read_customers"] });
  const gone = await askAdmin(platform, newer, creditDocument, { id, creditInput });
  expect(JSON.stringify(gone.body)).toContain("ACCESS_DENIED");
  await app.wait(2);
  const changes = app.received.map((entry): unknown => JSON.parse(entry.body));
  expect(changes).toMatchObject([
    { previous: ["read_customers"], current: ["read_customers", ...asked] },
    { previous: ["read_customers", ...asked], current: ["read_customers"] },
  ]);
});

test("the app gives scopes back itself, but not those it cannot do without", async () => {
  const platform = await startPlatform();
  const token = await installWithToken(platform, creditScopes);
  const revoke = async (...asked: string[]): Promise<unknown> => {
    const document = `mutation Revoke($scopes: [String!]!) {
      appRevokeAccessScopes(scopes: $scopes) { revoked { handle } userErrors { field message code } }
    }`;
    const { body } = await askAdmin(platform, token, document, { scopes: asked });
    return dig(body, "data", "appRevokeAccessScopes");
  };
  expect(await revoke("read_orders")).toMatchObject({
    revoked: null,
    userErrors: [{ code: "CANNOT_REVOKE_REQUIRED_SCOPES" }],
  });
  expect(await revoke("fly")).toMatchObject({ userErrors: [{ code: "UNKNOWN_SCOPES" }] });
  expect(await revoke("read_store_credit_accounts")).toEqual({
    revoked: [{ handle: "read_store_credit_accounts" }],
    userErrors: [],
  });
  expect(shopOf(platform).installation?.scopes).not.toContain("read_store_credit_accounts");
});
