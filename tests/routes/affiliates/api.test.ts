import { describe, expect, it } from "vitest";
import { affiliateListWire, affiliateWire } from "#app/contracts/affiliate.ts";
import { action as status } from "../../../app/routes/api/v1/affiliate.status.ts";
import { action as update, loader as get } from "../../../app/routes/api/v1/affiliate.ts";
import { action as resend } from "../../../app/routes/api/v1/affiliate.invitation.ts";
import { action as invite, loader as getInvite } from "../../../app/routes/api/v1/affiliates.invite.ts";
import { loader as list } from "../../../app/routes/api/v1/affiliates.ts";
import { mailsOf } from "../../support/mails.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Door = (args: { request: Request; params: Record<string, string> }) => Response | Promise<Response>;
type Asked = { token: string; id?: string; method?: string; body?: unknown; query?: string };

async function call(door: Door, { token, id, query = "", ...init }: Asked) {
  const request = apiRequest(token, `/api/v1/affiliates${query}`, init);
  const answer = await door({ request, params: id === undefined ? {} : { id } });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}

const inviteAs = (merchant: Merchant, body: unknown) =>
  call(invite, { token: merchant.token, method: "POST", body });

async function invitedId(merchant: Merchant, name = "Iva"): Promise<string> {
  const { body } = await inviteAs(merchant, { name, email: `${name.toLowerCase()}@example.com` });
  return affiliateWire.parse(body).id;
}

describe("POST /api/v1/affiliates/invite", () => {
  it("answers 201 with the affiliate itself, who then stands at the top of the list", async () => {
    const merchant = await makeMerchant();
    const { status: code, body } = await inviteAs(merchant, { name: "Iva", email: "iva@example.com" });
    expect(code).toBe(201);
    const affiliate = affiliateWire.parse(body);
    expect(affiliate).toMatchObject({
      status: "invited",
      nextStatuses: ["pending", "rejected"],
      referralCode: "IVA",
      figures: { clicks: 0, revenue: { amount: "0.00", currencyCode: "USD" } },
      balances: [],
    });
    const listed = affiliateListWire.parse((await call(list, { token: merchant.token })).body);
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
    expect(answer.body["errors"]).toContainEqual({ field, message: expect.any(String) as string });
    expect(await mailsOf(merchant.shopId)).toEqual([]);
  });

  it("answers 409 at e-mail for one who is here, 403 to a key that may only read, 405 to a GET", async () => {
    const merchant = await makeMerchant();
    await invitedId(merchant);
    const again = await inviteAs(merchant, { name: "Iva", email: "IVA@example.com" });
    expect(again).toMatchObject({ status: 409, body: { errors: [{ field: "email" }] } });
    const reader = await makeMerchant("read");
    expect((await inviteAs(reader, { name: "A", email: "a@example.com" })).status).toBe(403);
    expect(getInvite().status).toBe(405);
  });

  it("with the same Idempotency-Key invites once", async () => {
    const merchant = await makeMerchant();
    const body = { name: "Iva", email: "iva@example.com" };
    const ask = async () => {
      const request = apiRequest(merchant.token, "/api/v1/affiliates/invite", { method: "POST", body });
      request.headers.set("Idempotency-Key", "once");
      return await (await invite({ request, params: {} })).json();
    };
    expect(await ask()).toEqual(await ask());
    expect(await mailsOf(merchant.shopId)).toHaveLength(1);
  });
});

async function crowd() {
  const merchant = await makeMerchant();
  for (const name of ["Cleo", "Abel", "Bo"]) await invitedId(merchant, name);
  const listAs = async (query: string) =>
    affiliateListWire.parse((await call(list, { token: merchant.token, query })).body);
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
    expect(await call(list, { token, query })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it("answers 401 without a token", async () => {
    expect((await call(list, { token: "x" })).status).toBe(401);
  });
});

describe("one affiliate", () => {
  it("is read, changed, and guarded by its revision", async () => {
    const merchant = await makeMerchant();
    const { token } = merchant;
    const id = await invitedId(merchant);
    const { revision } = affiliateWire.parse((await call(get, { token, id })).body);
    const body = { name: "Iva B", note: "met at the fair", programIds: [], revision };
    const changed = affiliateWire.parse((await call(update, { token, id, method: "PUT", body })).body);
    expect(changed).toMatchObject({ name: "Iva B", note: "met at the fair", programs: [] });
    expect(changed.revision).toBeGreaterThan(revision);
    const late = await call(update, { token, id, method: "PUT", body: { name: "Old", revision } });
    expect(late).toMatchObject({ status: 409, body: { errors: [{ field: "revision" }] } });
    const taken = { referralCode: merchant.code.toLowerCase() };
    expect(await call(update, { token, id, method: "PUT", body: taken })).toMatchObject({
      status: 409,
      body: { errors: [{ field: "referralCode" }] },
    });
  });

  it("changes status along its road; another change is a 422 that says what is possible", async () => {
    const merchant = await makeMerchant();
    const { token } = merchant;
    const id = await invitedId(merchant);
    const to = (next: string) => call(status, { token, id, method: "PUT", body: { status: next } });
    expect(await to("suspended")).toMatchObject({
      status: 422,
      body: { message: "An affiliate who is invited can become pending or rejected" },
    });
    for (const next of ["pending", "active", "suspended", "active"]) {
      expect(await to(next)).toMatchObject({ status: 200, body: { status: next } });
    }
    expect((await to("nobody")).status).toBe(400);
    expect((await call(resend, { token, id, method: "POST" })).status).toBe(422);
  });

  it("is not found under another shop, nor by what is no id", async () => {
    const merchant = await makeMerchant();
    const other = await makeMerchant();
    const id = await invitedId(merchant);
    const { token } = other;
    const body = { name: "Mine now" };
    for (const wrong of [id, "x", "aff_\u0000", "../../x", "'; drop table affiliates--"]) {
      expect((await call(get, { token, id: wrong })).status).toBe(404);
      expect((await call(update, { token, id: wrong, method: "PUT", body })).status).toBe(404);
      const change = { token, id: wrong, method: "PUT", body: { status: "rejected" } };
      expect((await call(status, change)).status).toBe(404);
      expect((await call(resend, { token, id: wrong, method: "POST" })).status).toBe(404);
    }
    const kept = affiliateWire.parse((await call(get, { token: merchant.token, id })).body);
    expect(kept).toMatchObject({ name: "Iva", status: "invited" });
  });
});
