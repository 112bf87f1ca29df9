import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loader as list } from "../../../app/routes/api/v1/affiliates.ts";
import { action as remove } from "../../../app/routes/api/v1/affiliate.code.ts";
import { action as assign, loader as codes } from "../../../app/routes/api/v1/affiliate.codes.ts";
import { action as invite } from "../../../app/routes/api/v1/affiliates.invite.ts";
import { closeQueue } from "#app/queue/queue.server.ts";
import { affiliateWire } from "#app/contracts/affiliate.ts";
import type { LocalShopify } from "../../../local-shopify/server.ts";
import { makeBrowser, signIn } from "../../support/browser.ts";
import { addPlatformShop, startPlatform } from "../../support/local-platform.ts";
import { apiRequest } from "../../support/merchant.ts";

let platform: LocalShopify;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(async () => {
  await closeQueue();
  await platform.close();
});

/** A shop on the platform with its discounts, the app installed, and two affiliates. */
async function shopWithDiscounts() {
  const shop = addPlatformShop(platform);
  const token = await signIn(makeBrowser(), shop.domain);
  const ids: string[] = [];
  for (const name of ["Ann", "Ben"]) {
    const body = { name, email: `${name}@example.com` };
    const request = apiRequest(token, "/api/v1/affiliates/invite", { method: "POST", body });
    ids.push(affiliateWire.parse(await (await invite({ request, params: {} })).json()).id);
  }
  const [ann = "", ben = ""] = ids;
  const code = shop.discounts[0]?.code ?? "";
  return { token, ann, ben, code };
}

const give = async (token: string, id: string, code: string) => {
  const request = apiRequest(token, `/api/v1/affiliates/${id}/codes`, { method: "POST", body: { code } });
  const answer = await assign({ request, params: { id } });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

describe("discount codes of an affiliate", () => {
  it("are given when the store has them, shown, and taken back", async () => {
    const { token, ann, code } = await shopWithDiscounts();
    expect(await give(token, ann, code.toLowerCase())).toMatchObject({
      status: 201,
      body: { codes: [{ code: code.toLowerCase() }] },
    });
    const read = await codes({ request: apiRequest(token, "/"), params: { id: ann } });
    expect(await read.json()).toMatchObject({ codes: [{ code: code.toLowerCase() }] });
    const all = await list({ request: apiRequest(token, "/api/v1/affiliates?search=ann"), params: {} });
    expect(await all.json()).toMatchObject({ affiliates: [{ discountCodes: [code.toLowerCase()] }] });
    const gone = await remove({
      request: apiRequest(token, "/", { method: "DELETE" }),
      params: { id: ann, code: code.toUpperCase() },
    });
    expect(await gone.json()).toEqual({ codes: [] });
  });

  it("belong to one at a time; the store must have them", async () => {
    const { token, ann, ben, code } = await shopWithDiscounts();
    await give(token, ann, code);
    expect((await give(token, ann, code)).status).toBe(201);
    expect(await give(token, ben, code)).toMatchObject({
      status: 409,
      body: { errors: [{ field: "code" }] },
    });
    expect(await give(token, ben, "NO-SUCH-CODE")).toMatchObject({
      status: 400,
      body: { errors: [{ field: "code", message: "The store has no discount with this code" }] },
    });
    expect((await give(token, "aff_x", code)).status).toBe(404);
    const wrong = {
      request: apiRequest(token, "/", { method: "DELETE" }),
      params: { id: ben, code: "a\u0000" },
    };
    expect((await remove(wrong)).status).toBe(404);
  });
});
