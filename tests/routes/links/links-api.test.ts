import { describe, expect, it } from "vitest";
import { importedLinkListWire } from "#app/contracts/imported-link.ts";
import { linkListWire, linkWire, type LinkWire } from "#app/contracts/link.ts";
import { encode } from "#app/contracts/wire.ts";
import { recordClick } from "#app/flows/tracking/follow-link.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { assignCode } from "#app/store/codes.ts";
import { findLinkOwner } from "#app/store/link-owners.ts";
import { listAudit } from "#app/store/audit.ts";
import type { Answered } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { addAffiliate, dropNotice, longAgo } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Body = Record<string, unknown>;

const ask = (merchant: Merchant, path: string, init: { method?: string; body?: unknown } = {}) =>
  requestRoute(apiRequest(merchant.token, `/api/v1/${path}`, init));

const makeAs = (merchant: Merchant, body: Body): Promise<Answered> =>
  ask(merchant, "links", {
    method: "POST",
    body: { affiliateId: merchant.affiliateId, name: "Mug", target: "/products/mug", ...body },
  });

async function made(merchant: Merchant, body: Body = {}): Promise<LinkWire> {
  const { status, text } = await makeAs(merchant, body);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return encode(linkWire, linkWire.parse(JSON.parse(text)));
}

const change = (merchant: Merchant, id: string, body: Body): Promise<Answered> =>
  ask(merchant, `links/${id}`, { method: "PUT", body });

/** The slug is this shop's own, since all tests live in one database. */
const own = (merchant: Merchant, name: string): string => `${merchant.code.toLowerCase()}-${name}`;

async function follow(merchant: Merchant, path: string): Promise<URL> {
  const [code = "", query = ""] = path.split("?");
  const location = await recordClick({
    code,
    query: `s=${merchant.shop.domain.replace(/\.myshopify\.com$/, "")}&${query}`,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    address: "203.0.113.9",
    referrer: "",
    purpose: "visit",
    now: new Date(),
  });
  return new URL(location ?? "");
}

async function giveCode({ shopId, affiliateId }: Merchant): Promise<void> {
  const code = { shopId, affiliateId, code: "IRIS10", at: longAgo, discountId: null };
  await inTransaction((tx) => assignCode(tx, code));
}

describe("POST /api/v1/links", () => {
  it("makes a link in its three forms, and leads to its page with all that it says", async () => {
    const merchant = await makeMerchant();
    const { affiliateId, programId } = merchant;
    await giveCode(merchant);
    const slug = own(merchant, "mug");
    const link = await made(merchant, {
      target: `https://${merchant.shop.domain}/products/mug?variant=1`,
      slug,
      subId: "newsletter 7",
      utm: { source: "blog" },
      programId,
      discountCode: "iris10",
    });
    expect(link).toMatchObject({
      slug,
      status: "active",
      target: "/products/mug?variant=1",
      discountCode: "IRIS10",
      program: { id: programId },
      figures: { clicks: 0, orders: 0 },
    });
    expect(link.forms.discount).toContain("/discount/IRIS10?redirect=");
    expect(await findLinkOwner(slug, merchant.shop.domain)).toMatchObject({
      linkId: link.id,
      affiliateId,
      subId: "newsletter 7",
      programId,
    });
    const discountUrl = await follow(merchant, slug.toUpperCase());
    expect(discountUrl.pathname).toBe("/discount/IRIS10");
    const page = new URL(discountUrl.searchParams.get("redirect") ?? "", "https://store.invalid");
    expect([page.pathname, page.searchParams.get("utm_source")]).toEqual(["/products/mug", "blog"]);
    const listed = linkListWire.parse(JSON.parse((await ask(merchant, "links")).text));
    expect(listed.links[0]).toMatchObject({ id: link.id, figures: { clicks: 1 } });
  });

  it("makes up a slug, and another one for the next of that name", async () => {
    const merchant = await makeMerchant();
    const [first, second] = [await made(merchant), await made(merchant)];
    expect(first.slug).toBe(own(merchant, "mug"));
    expect(second.slug).toBe(own(merchant, "mug-2"));
  });

  it("with the same Idempotency-Key makes one", async () => {
    const merchant = await makeMerchant();
    const once = async () => {
      const body = { affiliateId: merchant.affiliateId, name: "Mug", target: "/" };
      const request = apiRequest(merchant.token, "/api/v1/links", { method: "POST", body });
      request.headers.set("Idempotency-Key", "once");
      return linkWire.parse(JSON.parse((await requestRoute(request)).text));
    };
    expect(await once()).toEqual(await once());
    const { links } = linkListWire.parse(JSON.parse((await ask(merchant, "links")).text));
    expect(links).toHaveLength(1);
  });

  it.each([
    [{ target: "//evil.example" }, "target"],
    [{ target: "https:evil.example" }, "target"],
    [{ target: "javascript:alert(1)" }, "target"],
    [{ target: "https://evil.example/" }, "target"],
    [{ target: "/..//evil.example" }, "target"],
    [{ slug: "a b" }, "slug"],
    [{ slug: "'; drop" }, "slug"],
    [{ slug: "🦊🦊" }, "slug"],
    [{ slug: "x".repeat(10_000) }, "slug"],
    [{ subId: "x".repeat(65) }, "subId"],
    [{ utm: { source: "<script>" } }, "utm.source"],
    [{ utm: { other: "x" } }, "utm.other"],
    [{ programId: "prg_none" }, "programId"],
    [{ discountCode: "SOMEONES" }, "discountCode"],
    [{ affiliateId: "aff_none" }, "affiliateId"],
    [{ name: "" }, "name"],
    [{ status: "paused" }, "status"],
  ])("refuses %j at its field and makes nothing", async (body, field) => {
    const merchant = await makeMerchant();
    const before = await snapshotOf(merchant.shopId);
    expect(await makeAs(merchant, body)).toMatchObject({ status: 400, fields: [field] });
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("refuses an address that somebody has or had, proposes a free one, and makes nothing", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    const link = await made(merchant, { slug: own(merchant, "a") });
    expect((await change(merchant, link.id, { slug: own(merchant, "b") })).status).toBe(200);
    const before = await snapshotOf(merchant.shopId);
    for (const slug of [other.code.toLowerCase(), own(merchant, "a"), own(merchant, "B")]) {
      const answer = await makeAs(merchant, { slug });
      expect([slug, answer.status, answer.fields]).toEqual([slug, 409, ["slug"]]);
      expect(answer.text).toContain(`${slug.toLowerCase()}-2 is free`);
    }
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });
});

describe("PUT /api/v1/links/{id}", () => {
  it("renames: the old address goes on leading to the link, and can be restored", async () => {
    const merchant = await makeMerchant();
    const [first, second] = [own(merchant, "first"), own(merchant, "second")];
    const link = await made(merchant, { slug: first });
    const renamed = await change(merchant, link.id, { slug: second, revision: link.revision });
    expect(JSON.parse(renamed.text)).toMatchObject({ slug: second });
    for (const slug of [first, second]) {
      expect((await follow(merchant, slug)).pathname).toBe("/products/mug");
      expect(await findLinkOwner(slug, merchant.shop.domain)).toMatchObject({ linkId: link.id });
    }
    expect(JSON.parse((await change(merchant, link.id, { slug: first })).text)).toMatchObject({
      slug: first,
    });
    const history = await listAudit(db(), merchant.shopId, { kind: "link", id: link.id });
    expect(history.map((one) => one.action)).toEqual(["renamed", "renamed", "created"]);
  });

  it("keeps its slug where the wanted one is taken", async () => {
    const merchant = await makeMerchant();
    const [link, other] = [await made(merchant), await made(merchant)];
    expect(await change(merchant, link.id, { slug: other.slug })).toMatchObject({
      status: 409,
      fields: ["slug"],
    });
    expect(JSON.parse((await ask(merchant, `links/${link.id}`)).text)).toMatchObject({ slug: link.slug });
  });

  it("pauses and resumes: a paused link leads to the front page and counts nothing", async () => {
    const merchant = await makeMerchant();
    const link = await made(merchant);
    expect((await change(merchant, link.id, { status: "paused" })).status).toBe(200);
    const home = await follow(merchant, link.slug);
    expect([home.pathname, home.searchParams.get("aff_click")]).toEqual(["/", null]);
    expect((await change(merchant, link.id, { status: "active" })).status).toBe(200);
    const listed = linkListWire.parse(JSON.parse((await ask(merchant, "links?status=active")).text));
    expect(listed.links[0]?.figures.clicks).toBe(0);
  });

  it("is guarded by its revision, and changes nothing where nothing differs", async () => {
    const merchant = await makeMerchant();
    const link = await made(merchant);
    const same = await change(merchant, link.id, { name: link.name, target: link.target, slug: link.slug });
    expect(JSON.parse(same.text)).toEqual(link);
    expect((await change(merchant, link.id, { name: "New", revision: link.revision })).status).toBe(200);
    const late = await change(merchant, link.id, { name: "Old", revision: link.revision });
    expect(late).toMatchObject({ status: 409, fields: ["revision"] });
  });

  it("keeps a discount code that the affiliate lost meanwhile, and takes no other", async () => {
    const merchant = await makeMerchant();
    const { affiliateId } = merchant;
    await dropNotice(merchant);
    await giveCode(merchant);
    const link = await made(merchant, { discountCode: "IRIS10" });
    const path = `affiliates/${affiliateId}/codes/IRIS10`;
    expect((await ask(merchant, path, { method: "DELETE" })).status).toBe(200);
    expect((await change(merchant, link.id, { discountCode: "IRIS10" })).status).toBe(200);
    expect((await change(merchant, link.id, { discountCode: null })).status).toBe(200);
    expect(await change(merchant, link.id, { discountCode: "IRIS10" })).toMatchObject({ status: 400 });
  });
});

describe("GET /api/v1/links", () => {
  it("filters, searches by name, page and the slug that it had, and goes on by cursor", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    const first = await made(merchant, { name: "Summer 100%", slug: own(merchant, "old") });
    await made(merchant, { name: "Cup", target: "/products/cup", affiliateId: other.affiliateId });
    await change(merchant, first.id, { slug: own(merchant, "new"), status: "paused" });
    const names = async (query: string) =>
      linkListWire
        .parse(JSON.parse((await ask(merchant, `links?${query}`)).text))
        .links.map((one) => one.name);
    expect(await names("")).toEqual(["Cup", "Summer 100%"]);
    expect(await names("status=paused")).toEqual(["Summer 100%"]);
    expect(await names(`affiliate=${other.affiliateId}`)).toEqual(["Cup"]);
    expect(await names("search=0%25")).toEqual(["Summer 100%"]);
    expect(await names("search=products/cup")).toEqual(["Cup"]);
    expect(await names(`search=${own(merchant, "OLD")}`)).toEqual(["Summer 100%"]);
    const page = linkListWire.parse(JSON.parse((await ask(merchant, "links?limit=1")).text));
    expect(page.pagination).toEqual({ page: 1, limit: 1, total: 2 });
    expect(await names(`limit=1&cursor=${page.nextCursor}`)).toEqual(["Summer 100%"]);
    const ofOther = await ask(merchant, `affiliates/${other.affiliateId}/links`);
    expect(linkListWire.parse(JSON.parse(ofOther.text)).links.map((one) => one.name)).toEqual(["Cup"]);
  });
});

const add = (merchant: Merchant, body: Body) => ask(merchant, "imported-links", { method: "POST", body });

describe("/api/v1/imported-links", () => {
  it("maps a parameter and its value to an affiliate, once, and forgets it", async () => {
    const merchant = await makeMerchant();
    const other = await addAffiliate(merchant);
    const body = { parameter: "SCA_ref", value: " 12aB ", affiliate: merchant.code.toLowerCase() };
    expect((await add(merchant, body)).status).toBe(201);
    const list = async (query = "") =>
      importedLinkListWire.parse(JSON.parse((await ask(merchant, `imported-links${query}`)).text))
        .importedLinks;
    expect(await list()).toMatchObject([
      { parameter: "sca_ref", value: "12aB", affiliate: { id: merchant.affiliateId } },
    ]);
    expect((await add(merchant, { ...body, value: "12AB" })).status).toBe(201);
    expect(await list("?search=12a")).toHaveLength(1);
    expect(await list("?search=13")).toEqual([]);
    const taken = await add(merchant, { ...body, affiliate: other.affiliateId });
    expect(taken).toMatchObject({ status: 409, fields: ["value"] });
    const remove = () => ask(merchant, "imported-links?parameter=sca_ref&value=12AB", { method: "DELETE" });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it.each([
    [{ parameter: "a=b" }, "parameter"],
    [{ parameter: "aff_click" }, "parameter"],
    [{ value: "" }, "value"],
    [{ value: "x".repeat(201) }, "value"],
    [{ affiliate: "nobody@example.com" }, "affiliate"],
  ])("refuses %j at its field", async (wrong, field) => {
    const merchant = await makeMerchant();
    const body = { parameter: "rfsn", value: "1", affiliate: merchant.code, ...wrong };
    expect(await add(merchant, body)).toMatchObject({ status: 400, fields: [field] });
  });
});
