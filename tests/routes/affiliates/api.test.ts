import { describe, expect, it } from "vitest";
import { answerApiRequest } from "#app/api/dispatch.ts";
import { affiliateListWire, affiliateWire } from "#app/contracts/affiliate.ts";
import { callApi } from "../../support/call-api.ts";
import { emailsOf } from "../../support/emails.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

const inviteAs = (merchant: Merchant, body: unknown) =>
  callApi<Record<string, never>>(merchant.token, "POST /affiliates/invite", body);

async function invitedId(merchant: Merchant, name = "Iva"): Promise<string> {
  const { body } = await inviteAs(merchant, { name, email: `${name.toLowerCase()}@example.com` });
  return affiliateWire.parse(body).id;
}

describe("POST /api/v1/affiliates/invite", () => {
  it("answers 201 with the affiliate itself, who is then at the top of the list", async () => {
    const merchant = await makeMerchant();
    const { status: code, body } = await inviteAs(merchant, { name: "Iva", email: "iva@example.com" });
    expect(code).toBe(201);
    const affiliate = affiliateWire.parse(body);
    expect(body).toMatchObject({
      status: "invited",
      nextStatuses: ["pending", "rejected"],
      referralCode: "IVA",
      figures: { clicks: 0, revenue: { amount: "0.00", currencyCode: "USD" } },
      balances: [],
    });
    const listed = affiliateListWire.parse((await callApi(merchant.token, "GET /affiliates")).body);
    expect(listed.affiliates[0]).toEqual(affiliate);
  });

  it.each([
    [{}, "name"],
    [{ name: "Iva" }, "email"],
    [{ name: "Iva", email: "not an address" }, "email"],
    [{ name: 7, email: "iva@example.com" }, "name"],
    [{ name: "x".repeat(121), email: "iva@example.com" }, "name"],
    [{ name: "I\u0000va", email: "iva@example.com" }, "name"],
    [{ name: "Iva", email: "iva@example.com", referralCode: "../x" }, "referralCode"],
    [{ name: "Iva", email: "iva@example.com", programIds: ["prg_none"] }, "programIds"],
    [{ name: "Iva", email: "iva@example.com", programIds: "'; drop table" }, "programIds"],
    [{ name: "Iva", email: "iva@example.com", status: "active" }, "status"],
  ])("refuses %j at its field and makes nothing", async (body, field) => {
    const merchant = await makeMerchant();
    const answer = await inviteAs(merchant, body);
    expect(answer.status).toBe(400);
    expect(answer.body["errors"]).toContainEqual({
      field,
      code: expect.any(String) as string,
      message: expect.any(String) as string,
    });
    expect(await emailsOf(merchant.shopId)).toEqual([]);
  });

  it("answers 409 at email for one who is here, 403 to a key that may only read, 405 to a GET", async () => {
    const merchant = await makeMerchant();
    await invitedId(merchant);
    const again = await inviteAs(merchant, { name: "Iva", email: "IVA@example.com" });
    expect(again).toMatchObject({ status: 409, body: { errors: [{ field: "email" }] } });
    const reader = await makeMerchant("read");
    expect((await inviteAs(reader, { name: "A", email: "a@example.com" })).status).toBe(403);
    expect((await callApi(merchant.token, "GET /affiliates/invite")).status).toBe(405);
  });

  it("with the same Idempotency-Key invites once", async () => {
    const merchant = await makeMerchant();
    const body = { name: "Iva", email: "iva@example.com" };
    const ask = async () => {
      const request = apiRequest(merchant.token, "/api/v1/affiliates/invite", { method: "POST", body });
      request.headers.set("Idempotency-Key", "once");
      return await (await answerApiRequest(request)).json();
    };
    expect(await ask()).toEqual(await ask());
    expect(await emailsOf(merchant.shopId)).toHaveLength(1);
  });
});

async function crowd() {
  const merchant = await makeMerchant();
  for (const name of ["Cleo", "Abel", "Bo"]) await invitedId(merchant, name);
  const listAs = async (query: string) =>
    affiliateListWire.parse((await callApi(merchant.token, `GET /affiliates${query}`)).body);
  return { merchant, listAs };
}

describe("GET /api/v1/affiliates", () => {
  it("filters, searches, sorts and counts", async () => {
    const { merchant, listAs } = await crowd();
    const names = async (query: string) => (await listAs(query)).affiliates.map((one) => one.name);
    expect(await names("?status=invited")).toEqual(["Bo", "Abel", "Cleo"]);
    expect(await names("?status=invited&sort=name")).toEqual(["Abel", "Bo", "Cleo"]);
    expect(await names("?search=BEL@exam")).toEqual(["Abel"]);
    expect(await names("?search=%25")).toEqual([]);
    expect(await names(`?program=${merchant.programId}&status=active`)).toEqual([
      `Affiliate ${merchant.code}`,
    ]);
    const page = await listAs("?status=invited&page=2&limit=2");
    expect(page.pagination).toEqual({ page: 2, limit: 2, total: 3 });
    expect(page.affiliates.map((one) => one.name)).toEqual(["Cleo"]);
  });

  it.each(["newest", "oldest", "name"])(
    "goes through everyone once by cursor, sorted by %s",
    async (sort) => {
      const { listAs } = await crowd();
      const seen: string[] = [];
      let query: string | null = `?sort=${sort}&limit=1`;
      while (query !== null) {
        const page = await listAs(query);
        seen.push(...page.affiliates.map((one) => one.id));
        query = page.nextCursor && `?sort=${sort}&limit=1&cursor=${page.nextCursor}`;
      }
      const whole = await listAs(`?sort=${sort}&limit=250`);
      expect(seen).toEqual(whole.affiliates.map((one) => one.id));
      expect(seen).toHaveLength(4);
    },
  );

  it.each([
    ["?page=0", "page"],
    ["?page=x", "page"],
    ["?page=1002&limit=10", "page"],
    ["?limit=251", "limit"],
    ["?status=nobody", "status"],
    ["?sort=email", "sort"],
    ["?cursor=nonsense", "cursor"],
    [
      `?cursor=${Buffer.from('{"sort":"name","key":"a\\u0000","id":"x"}').toString("base64url")}&sort=name`,
      "cursor",
    ],
    [`?search=${"x".repeat(201)}`, "search"],
    ["?search=%00", "search"],
  ])("answers 400 to %s, at the field", async (query, field) => {
    const { token } = await makeMerchant();
    expect(await callApi(token, `GET /affiliates${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  });

  it("answers 401 without a token", async () => {
    expect((await callApi("x", "GET /affiliates")).status).toBe(401);
  });
});

describe("one affiliate", () => {
  it("is read, changed, and guarded by its revision", async () => {
    const merchant = await makeMerchant();
    const { token } = merchant;
    const id = await invitedId(merchant);
    const { revision } = affiliateWire.parse((await callApi(token, `GET /affiliates/${id}`)).body);
    const body = { name: "Iva B", note: "met at the fair", programIds: [], revision };
    const changed = affiliateWire.parse((await callApi(token, `PUT /affiliates/${id}`, body)).body);
    expect(changed).toMatchObject({ name: "Iva B", note: "met at the fair", programs: [] });
    expect(changed.revision).toBeGreaterThan(revision);
    const late = await callApi(token, `PUT /affiliates/${id}`, { name: "Old", revision });
    expect(late).toMatchObject({ status: 409, body: { errors: [{ field: "revision" }] } });
    const taken = { referralCode: merchant.code.toLowerCase() };
    expect(await callApi(token, `PUT /affiliates/${id}`, taken)).toMatchObject({
      status: 409,
      body: { errors: [{ field: "referralCode" }] },
    });
  });

  it("changes status along its road; another change is a 422 that says what is possible", async () => {
    const merchant = await makeMerchant();
    const { token } = merchant;
    const id = await invitedId(merchant);
    const to = (next: string) => callApi(token, `PUT /affiliates/${id}/status`, { status: next });
    expect(await to("suspended")).toMatchObject({
      status: 422,
      body: {
        code: "affiliate_status",
        message: "An invited affiliate can only be moved to applied or declined.",
      },
    });
    for (const next of ["pending", "active", "suspended", "active"]) {
      expect(await to(next)).toMatchObject({ status: 200, body: { status: next } });
    }
    expect((await to("nobody")).status).toBe(400);
    expect((await callApi(token, `POST /affiliates/${id}/invitation`)).status).toBe(422);
  });

  it("is not found under another shop, nor by what is no id", async () => {
    const merchant = await makeMerchant();
    const other = await makeMerchant();
    const id = await invitedId(merchant);
    const { token } = other;
    const body = { name: "Mine now" };
    for (const wrong of [id, "x", "aff_\u0000", "../../x", "'; drop table affiliates--"].map(
      encodeURIComponent,
    )) {
      expect((await callApi(token, `GET /affiliates/${wrong}`)).status).toBe(404);
      expect((await callApi(token, `PUT /affiliates/${wrong}`, body)).status).toBe(404);
      const change = { status: "rejected" };
      expect((await callApi(token, `PUT /affiliates/${wrong}/status`, change)).status).toBe(404);
      expect((await callApi(token, `POST /affiliates/${wrong}/invitation`)).status).toBe(404);
    }
    const kept = affiliateWire.parse((await callApi(merchant.token, `GET /affiliates/${id}`)).body);
    expect(kept).toMatchObject({ name: "Iva", status: "invited" });
  });
});
