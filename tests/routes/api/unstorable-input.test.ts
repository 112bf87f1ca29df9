import { beforeAll, describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { writeCursor } from "#app/http/list-position.ts";
import { appUrl } from "../../support/browser.ts";
import { callApi } from "../../support/call-api.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";

let token = "";
beforeAll(async () => {
  ({ token } = await makeMerchant());
});

describe("an id that is none", () => {
  const paths = ["orders/{id}", "orders/{id}/explanation", "programs/{id}", "commissions/{id}"];
  it.each(
    paths.flatMap((path) =>
      ["%00", "x%00", "%ED%A0%80", "';%20--", "9".repeat(5000)].map((id) => ({ path, id })),
    ),
  )("is not found at $path as $id", async ({ path, id }) => {
    expect((await callApi(token, `GET /${path.replace("{id}", id)}`)).status).toBe(404);
  });

  it("is not found by a change either", async () => {
    expect((await callApi(token, "PUT /programs/%00", { name: "New" })).status).toBe(404);
    expect((await callApi(token, "DELETE /programs/%00")).status).toBe(404);
  });
});

describe("a cursor of a time that no database knows", () => {
  it.each(["-271821-04-20T00:00:00.000Z", "+275760-09-13T00:00:00.000Z", "0000-01-01T00:00:00.000Z"])(
    "%s is refused at its field",
    async (at) => {
      const ofOrders = `/api/v1/orders?cursor=${writeCursor({ at, id: "1" })}`;
      const ofAffiliates = `/api/v1/affiliates?cursor=${writeCursor({ sort: "newest", key: at, id: "1" })}`;
      const answers = await Promise.all([
        answerApiRequest(apiRequest(token, ofOrders)),
        answerApiRequest(apiRequest(token, ofAffiliates)),
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
    const invited = await answerApiRequest(raw("/api/v1/affiliates/invite", "POST", list));
    expect(invited.status).toBe(400);
    expect(JSON.stringify(await invited.json())).toContain("name.0.0");
    const object = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    const changed = await answerApiRequest(raw("/api/v1/shop/info", "PUT", object));
    expect(changed.status).toBe(400);
  });
});
