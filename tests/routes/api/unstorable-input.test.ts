import { beforeAll, describe, expect, it } from "vitest";
import { writeCursor } from "#app/http/cursor.ts";
import { action as invite } from "../../../app/routes/api/v1/affiliates.invite.ts";
import { loader as affiliates } from "../../../app/routes/api/v1/affiliates.ts";
import { loader as commission } from "../../../app/routes/api/v1/commission.ts";
import { loader as explanation } from "../../../app/routes/api/v1/order.explanation.ts";
import { loader as order } from "../../../app/routes/api/v1/order.ts";
import { loader as orders } from "../../../app/routes/api/v1/orders.ts";
import { action as changeProgram, loader as program } from "../../../app/routes/api/v1/program.ts";
import { action as changeShop } from "../../../app/routes/api/v1/shop.info.ts";
import { appUrl } from "../../support/browser.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";

let token = "";
beforeAll(async () => {
  ({ token } = await makeMerchant());
});

describe("an id that is none", () => {
  const doors = { order, explanation, program, commission };
  it.each(
    Object.entries(doors).flatMap(([name, door]) =>
      ["\u0000", "x\u0000", "\ud800", "'; --", "9".repeat(5000)].map((id) => ({ name, id, door })),
    ),
  )("is not found, by $name, as $id", async ({ door, id }) => {
    const answer = await door({ request: apiRequest(token, "/api/v1/x"), params: { id } });
    expect(answer.status).toBe(404);
  });

  it("is not found by a change either", async () => {
    const params = { id: "\u0000" };
    const put = apiRequest(token, "/api/v1/programs/x", { method: "PUT", body: { name: "New" } });
    expect((await changeProgram({ request: put, params })).status).toBe(404);
    const remove = apiRequest(token, "/api/v1/programs/x", { method: "DELETE" });
    expect((await changeProgram({ request: remove, params })).status).toBe(404);
  });
});

describe("a cursor of a time that no database knows", () => {
  it.each(["-271821-04-20T00:00:00.000Z", "+275760-09-13T00:00:00.000Z", "0000-01-01T00:00:00.000Z"])(
    "%s is refused at its field",
    async (at) => {
      const ofOrders = `/api/v1/orders?cursor=${writeCursor({ at, id: "1" })}`;
      const ofAffiliates = `/api/v1/affiliates?cursor=${writeCursor({ sort: "newest", key: at, id: "1" })}`;
      const answers = await Promise.all([
        orders({ request: apiRequest(token, ofOrders), params: {} }),
        affiliates({ request: apiRequest(token, ofAffiliates), params: {} }),
      ]);
      for (const answer of answers) {
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ errors: [{ field: "cursor" }] });
      }
    },
  );
});

function raw(path: string, method: string, body: string): Request {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return new Request(`${appUrl}${path}`, { method, headers, body });
}

describe("a body nested deeper than a program can call itself", () => {
  it.each([30, 15_000])("is a 400 that names the field, %i levels deep", async (levels) => {
    const list = `{"name":${"[".repeat(levels)}${"]".repeat(levels)},"email":"a@b.example"}`;
    const invited = await invite({ request: raw("/api/v1/affiliates/invite", "POST", list), params: {} });
    expect(invited.status).toBe(400);
    expect(JSON.stringify(await invited.json())).toContain("name.0.0");
    const object = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    const changed = await changeShop({ request: raw("/api/v1/shop/info", "PUT", object), params: {} });
    expect(changed.status).toBe(400);
  });
});
