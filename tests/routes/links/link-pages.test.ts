import { describe, expect, it } from "vitest";
import { z } from "zod";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { assignCode } from "#app/store/codes.ts";
import { askForEmail, postSignIn } from "../../support/affiliate-browser.ts";
import { withData } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { exportLoader } from "../../support/exported-file.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;
type Fields = Record<string, string>;

const listed = z.object({
  links: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), subId: z.string() })),
});
const mug = { name: "Mug", target: "/products/mug", subId: "mail-7", utmSource: "blog", slug: "" };

async function post(merchant: Merchant, path: string, fields: Fields) {
  return withData(await requestRoute(formRequest(merchant.token, path, Object.entries(fields))));
}

async function open(merchant: Merchant, path: string) {
  return withData(await requestRoute(pageRequest(merchant.token, path)));
}

async function linksOf(merchant: Merchant, query = "") {
  return listed.parse((await open(merchant, `/dashboard/affiliates/links${query}`)).data).links;
}

async function signIn(merchant: Merchant, affiliateId: string): Promise<string> {
  await askForEmail({ shop: merchant.shop.domain, email: `${affiliateId}@example.com` });
  const { cookie } = await postSignIn(tokenIn((await emailsOf(merchant.shopId)).at(-1)));
  if (!cookie) throw new Error("There is no session.");
  return cookie;
}

async function own(cookie: string, path: string, fields?: Fields, origin = appUrl) {
  const headers = { Cookie: `affiliate_session=${cookie}`, Origin: origin };
  const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
  return withData(await requestRoute(new Request(`${appUrl}/portal/${path}`, { headers, ...init })));
}

async function made(merchant: Merchant): Promise<string> {
  const fields = { ...mug, affiliateId: `${merchant.affiliateId}@example.com` };
  expect((await post(merchant, "/dashboard/affiliates/links/new", fields)).status).toBe(302);
  const [link] = await linksOf(merchant);
  if (!link) throw new Error("No link was made.");
  return link.id;
}

describe("the merchant's pages of links", () => {
  it("make a link, show it with its QR code, change it and pause it", async () => {
    const merchant = await makeMerchant();
    const id = await made(merchant);
    const path = `/dashboard/affiliates/links/${id}`;
    const { data } = await open(merchant, path);
    expect(data).toMatchObject({
      link: { name: "Mug", subId: "mail-7", utm: { source: "blog" }, revision: 1 },
      history: [{ text: "Created for /products/mug", actor: "Ada Owner" }],
      qr: { size: expect.any(Number) as number },
    });
    const edit = { ...mug, intent: "edit", revision: "1", slug: `${merchant.code}-x`, utmSource: "" };
    expect((await post(merchant, path, edit)).data).toMatchObject({ ok: true });
    expect(await post(merchant, path, { ...edit, name: "Late" })).toMatchObject({ status: 409 });
    expect((await post(merchant, path, { intent: "status", status: "paused" })).data).toMatchObject({
      ok: true,
    });
    expect((await open(merchant, path)).data).toMatchObject({
      link: { slug: `${merchant.code}-x`, utm: {}, status: "paused" },
      formerSlugs: [`${merchant.code.toLowerCase()}-mug`],
    });
    expect(await linksOf(merchant, "?status=active")).toEqual([]);
  });

  it("archive a link, which lists then skip, and restore it", async () => {
    const merchant = await makeMerchant();
    const id = await made(merchant);
    const path = `/dashboard/affiliates/links/${id}`;
    expect((await post(merchant, path, { intent: "archive" })).data).toMatchObject({ ok: true });
    expect(await linksOf(merchant)).toEqual([]);
    expect(await linksOf(merchant, "?status=archived")).toMatchObject([{ id }]);
    expect((await open(merchant, path)).data).toMatchObject({
      link: { status: "archived" },
      history: [{ text: "Archived" }, { text: "Created for /products/mug" }],
    });
    expect((await post(merchant, path, { intent: "status", status: "active" })).data).toMatchObject({
      ok: true,
    });
    expect(await linksOf(merchant)).toMatchObject([{ id }]);
  });

  it("offer the codes of whoever is named for a new link", async () => {
    const merchant = await makeMerchant();
    const { shopId, affiliateId } = merchant;
    await inTransaction((tx) =>
      assignCode(tx, { shopId, affiliateId, code: "SPRING", at: new Date(), discountId: "77" }),
    );
    for (const name of [affiliateId, `${affiliateId}@example.com`, merchant.code]) {
      const query = new URLSearchParams({ affiliate: name }).toString();
      const { data } = await open(merchant, `/dashboard/affiliates/links/new?${query}`);
      expect(data).toMatchObject({ choices: { codes: ["SPRING"] } });
    }
    const nobody = await open(merchant, "/dashboard/affiliates/links/new?affiliate=%00");
    expect(nobody.data).toMatchObject({ affiliate: null, choices: { codes: [] } });
  });

  it("give the QR code as a file of either kind, and none of another shop's", async () => {
    const merchant = await makeMerchant();
    const other = await makeMerchant();
    const path = `/dashboard/affiliates/links/${await made(merchant)}/qr/mug`;
    const svg = await open(merchant, `${path}.svg`);
    expect([svg.status, svg.text.slice(0, 38)]).toEqual([200, '<svg xmlns="http://www.w3.org/2000/svg']);
    const png = await open(merchant, `${path}.png`);
    expect([png.status, png.text.slice(1, 4)]).toEqual([200, "PNG"]);
    expect((await open(merchant, `${path}.exe`)).status).toBe(404);
    expect((await open(other, `${path}.svg`)).status).toBe(404);
  });

  it("write all links as a file, harmless for a spreadsheet", async () => {
    const merchant = await makeMerchant();
    const fields = { ...mug, name: "+1 mug", affiliateId: merchant.code };
    expect((await post(merchant, "/dashboard/affiliates/links/new", fields)).status).toBe(302);
    const request = pageRequest(merchant.token, "/dashboard/export/links.csv");
    const file = await exportLoader({ request, params: {}, context: {}, unstable_pattern: "" } as never);
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('"\'+1 mug"');
  });

  it.each([
    [{ target: "https://evil.example/" }, "target"],
    [{ target: "/\\evil" }, "target"],
    [{ slug: "a/b" }, "slug"],
    [{ subId: "<b>x</b>" }, "subId"],
    [{ affiliateId: "nobody@example.com" }, "affiliateId"],
    [{ programId: "prg_none" }, "programId"],
    [{ discountCode: "NONE" }, "discountCode"],
    [{ utmTerm: "x".repeat(101) }, "utmTerm"],
    [{ name: " " }, "name"],
  ])("refuse %j at its field", async (wrong, field) => {
    const merchant = await makeMerchant();
    const before = await snapshotOf(merchant.shopId);
    const fields = { ...mug, affiliateId: merchant.code, ...wrong };
    const answer = await post(merchant, "/dashboard/affiliates/links/new", fields);
    expect(answer).toMatchObject({ status: 400, fields: [field] });
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });
});

describe("the affiliate's own links", () => {
  it("are created, renamed and paused by the affiliate, who is named in the history", async () => {
    const merchant = await makeMerchant();
    const cookie = await signIn(merchant, merchant.affiliateId);
    expect((await own(cookie, "links", mug)).status).toBe(302);
    const [link] = await linksOf(merchant);
    if (!link) throw new Error("No link was made.");
    expect(link).toMatchObject({ name: "Mug", subId: "mail-7" });
    const edit = { ...mug, intent: "edit", revision: "1", slug: `${merchant.code}-y` };
    expect((await own(cookie, `links/${link.id}`, edit)).data).toMatchObject({ ok: true });
    expect(
      (await own(cookie, `links/${link.id}`, { intent: "status", status: "paused" })).data,
    ).toMatchObject({
      ok: true,
    });
    const history = await listAudit(db(), merchant.shopId, { kind: "link", id: link.id });
    expect(history.map((one) => [one.action, one.actorKind])).toEqual([
      ["paused", "affiliate"],
      ["renamed", "affiliate"],
      ["created", "affiliate"],
    ]);
    const page = await own(cookie, `links/${link.id}`);
    expect(page.data).toMatchObject({ link: { slug: `${merchant.code}-y`, status: "paused" } });
    expect(page.text).not.toContain("history");
  });

  it("are nobody else's: not read, not changed, not listed, and posted from no other site", async () => {
    const merchant = await makeMerchant();
    const rival = await addAffiliate(merchant);
    const id = await made(merchant);
    const cookie = await signIn(merchant, rival.affiliateId);
    expect((await own(cookie, `links/${id}`)).status).toBe(404);
    expect((await own(cookie, `links/${id}/qr/mug.svg`)).status).toBe(404);
    const edit = { ...mug, intent: "edit", revision: "1", slug: "mine-now" };
    expect((await own(cookie, `links/${id}`, edit)).status).toBe(404);
    expect((await own(cookie, `links/${id}`, { intent: "status", status: "paused" })).status).toBe(404);
    const listing = await own(cookie, `links?affiliate=${merchant.affiliateId}`);
    expect(listed.parse(listing.data).links).toEqual([]);
    expect(listing.text).not.toContain(merchant.affiliateId);
    expect((await own(cookie, "links", mug, "https://evil.example")).status).toBe(403);
    expect(await own(cookie, "links", { ...mug, programId: merchant.programId })).toMatchObject({
      status: 302,
    });
    const [link] = await linksOf(merchant, `?affiliate=${rival.affiliateId}`);
    expect((await open(merchant, `/dashboard/affiliates/links/${link?.id}`)).data).toMatchObject({
      link: { program: null },
    });
  });
});

describe("the page of other systems' links", () => {
  const path = "/dashboard/affiliates/links/imported";
  const result = z.object({
    added: z.number(),
    rows: z.array(z.object({ state: z.string(), fault: z.string().nullable() })),
  });

  it("checks pasted lines without writing, then saves all or none", async () => {
    const merchant = await makeMerchant();
    const rows = `sca_ref,1,${merchant.code}\nsca_ref,2,nobody@example.com\nSCA_REF,1,${merchant.code}\na b,3,${merchant.code}`;
    const before = await snapshotOf(merchant.shopId);
    for (const step of ["check", "save"]) {
      const answer = result.parse((await post(merchant, path, { intent: "many", step, rows })).data);
      expect(answer.rows.map((row) => row.fault)).toEqual([
        null,
        "This affiliate doesn't exist. Check the email, code, or ID.",
        "This is already in line 1.",
        "Enter the name before the = sign, like sca_ref.",
      ]);
      expect(answer.added).toBe(0);
    }
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
    const good = `sca_ref,1,${merchant.code}\nrfsn,2.a,${merchant.affiliateId}@example.com`;
    const saved = await post(merchant, path, { intent: "many", step: "save", rows: good });
    expect(result.parse(saved.data).added).toBe(2);
    const again = result.parse(
      (await post(merchant, path, { intent: "many", step: "save", rows: good })).data,
    );
    expect([again.added, again.rows.map((row) => row.state)]).toEqual([0, ["same", "same"]]);
    const removed = await post(merchant, path, { intent: "remove", parameter: "rfsn", value: "2.A" });
    expect(removed.data).toMatchObject({ ok: true });
    expect((await open(merchant, path)).data).toMatchObject({
      importedLinks: [{ parameter: "sca_ref", value: "1", affiliate: { id: merchant.affiliateId } }],
    });
  });

  it("saves without the lines that were shown to be wrong, and nothing where another is", async () => {
    const merchant = await makeMerchant();
    const rows = `via,a,${merchant.code}\nvia,b,nobody@example.com\na b,c,${merchant.code}`;
    const save = async (leaveOut: string) =>
      result.parse((await post(merchant, path, { intent: "many", step: "save", rows, leaveOut })).data);
    expect((await save("2")).added).toBe(0);
    expect((await save("1,2")).added).toBe(0);
    expect((await open(merchant, path)).data).toMatchObject({ importedLinks: [] });
    const saved = await save("1,2,3");
    // The first is right: it was pasted to be saved.
    expect([saved.added, saved.rows.map((row) => row.state)]).toEqual([1, ["new", "wrong", "wrong"]]);
    expect((await open(merchant, path)).data).toMatchObject({
      importedLinks: [{ parameter: "via", value: "a" }],
    });
    const odd = { intent: "many", step: "save", rows, leaveOut: "2;3" };
    expect(await post(merchant, path, odd)).toMatchObject({ status: 400, fields: ["leaveOut"] });
  });

  it("knows no affiliate of another shop", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const fields = { intent: "add", parameter: "via", value: "jo", affiliate: other.affiliateId };
    expect(await post(merchant, path, fields)).toMatchObject({ status: 400, fields: ["affiliate"] });
  });

  it("takes no more lines than it can look at", async () => {
    const merchant = await makeMerchant();
    const rows = Array.from({ length: 5001 }, (_, index) => `via,${index},X`).join("\n");
    const answer = await post(merchant, path, { intent: "many", step: "check", rows });
    expect(answer).toMatchObject({ status: 400, fields: ["rows"] });
  });
});
