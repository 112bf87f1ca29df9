import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { affiliateWire } from "#app/contracts/affiliate.ts";
import { makeBrowser, signIn } from "../../support/browser.ts";
import { callApi } from "../../support/call-api.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { apiRequest } from "../../support/merchant.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

/** A shop on the platform with its discounts, the app installed, and two affiliates. */
async function shopWithDiscounts() {
  const shop = addPlatformShop(platform);
  const token = await signIn(makeBrowser(), shop.domain);
  const ids: string[] = [];
  for (const name of ["Ann", "Ben"]) {
    const body = { name, email: `${name}@example.com` };
    const request = apiRequest(token, "/api/v1/affiliates/invite", { method: "POST", body });
    ids.push(affiliateWire.parse(await (await answerApiRequest(request)).json()).id);
  }
  const [ann = "", ben = ""] = ids;
  const code = shop.discounts[0]?.code ?? "";
  return { token, ann, ben, code };
}

const give = async (token: string, id: string, code: string) => {
  const request = apiRequest(token, `/api/v1/affiliates/${id}/codes`, { method: "POST", body: { code } });
  const answer = await answerApiRequest(request);
  return { status: answer.status, body: (await answer.json()) as unknown };
};

describe("discount codes of an affiliate", () => {
  it("are assigned when the store has them, shown, and removed", async () => {
    const { token, ann, code } = await shopWithDiscounts();
    expect(await give(token, ann, code.toLowerCase())).toMatchObject({
      status: 201,
      body: { codes: [{ code: code.toLowerCase() }] },
    });
    const read = await callApi(token, `GET /affiliates/${ann}/codes`);
    expect(read.body).toMatchObject({ codes: [{ code: code.toLowerCase() }] });
    const all = await answerApiRequest(apiRequest(token, "/api/v1/affiliates?search=ann"));
    expect(await all.json()).toMatchObject({ affiliates: [{ discountCodes: [code.toLowerCase()] }] });
    const gone = await callApi(token, `DELETE /affiliates/${ann}/codes/${code.toUpperCase()}`);
    expect(gone.body).toEqual({ codes: [] });
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
      body: { errors: [{ field: "code", message: "Your store has no discount with this code." }] },
    });
    expect((await give(token, "aff_x", code)).status).toBe(404);
    expect((await callApi(token, `DELETE /affiliates/${ben}/codes/a%00`)).status).toBe(404);
  });
});

const post = async (token: string, given: object) => {
  const request = apiRequest(token, "/api/v1/codes/assignments", { method: "POST", body: given });
  const answer = await answerApiRequest(request);
  return { status: answer.status, body: (await answer.json()) as unknown };
};

describe("a list of the store's codes", () => {
  it("is assigned by a job, and told of", async () => {
    const { token, ann, code } = await shopWithDiscounts();
    const answer = await post(token, { codes: [{ code, affiliate: "Ann@example.com" }] });
    const waiting = { total: 1, done: 0, failed: [] };
    expect(answer).toMatchObject({ status: 202, body: { assignments: [waiting] } });
    const read = await callApi(token, "GET /codes/assignments");
    expect(read.body).toMatchObject({ assignments: [waiting] });
    // The job has not run: nothing is said to be given that was not looked for.
    const own = await callApi(token, `GET /affiliates/${ann}/codes`);
    expect(own.body).toEqual({ codes: [] });
  });

  it("is refused whole where one is wrong, at each that is", async () => {
    const { token, ann, code } = await shopWithDiscounts();
    const given = [
      { code, affiliate: ann },
      { code: "OTHER", affiliate: "nobody@example.com" },
      { code: code.toLowerCase(), affiliate: ann },
    ];
    expect(await post(token, { codes: given })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: "codes.1", message: "This affiliate doesn't exist. Check the email, code, or ID." },
          { field: "codes.2", message: "This is already in line 1." },
        ],
      },
    });
    const many = Array.from({ length: 1001 }, () => ({ code, affiliate: ann }));
    expect(await post(token, { codes: many })).toMatchObject({ status: 400 });
    expect(await post(token, { codes: [] })).toMatchObject({ status: 400 });
    const read = await callApi(token, "GET /codes/assignments");
    expect(read.body).toEqual({ assignments: [] });
  });
});
