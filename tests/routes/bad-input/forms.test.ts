import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestRoute } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { badValues, hostileTexts } from "../../support/bad-values.ts";
import { formRequest, makeMerchant, pageRequest, staffTokens } from "../../support/merchant.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import type { Form, Merchant } from "./form.ts";
import { forms } from "./form-table.ts";

/** A form posts texts, and a lone surrogate becomes another character on its way. */
function postable(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

/** The flows name a field by its place in the terms; the page shows either at the field that was filled in. */
function isAbout(field: string, name: string): boolean {
  const isCommission = field === "amount" || field === "percent";
  const isOfList = name.startsWith(`${field}.`);
  return (
    name === field || isOfList || name.endsWith(`.${field}`) || (isCommission && name === "terms.commission")
  );
}

/** Where the form posts to, and what it posts when it is right. */
async function filledIn(form: Form, merchant: Merchant) {
  const id = (await form.about?.(merchant)) ?? "";
  const fields = Object.entries(form.fields).map(([name, value]): [string, string] => [
    name,
    value.replace("{id}", id).replace("{affiliate}", merchant.affiliateId),
  ]);
  return { path: form.path(merchant, id), fields };
}

type Posted = readonly (readonly [field: string, body: [string, string][]])[];

async function faultsOf(token: string, form: Form, path: string, bodies: Posted) {
  const faults: string[] = [];
  for (const [field, body] of bodies) {
    const answer = await requestRoute(formRequest(token, path, body));
    const isRefused = answer.status === 400 || answer.status === form.alsoRefused?.[field];
    const isNamed = answer.fields.some((name) => isAbout(field, name));
    const isOfForm = form.hidden?.includes(field) === true && answer.fields.length === 0;
    if (isRefused && (isNamed || isOfForm)) continue;
    faults.push(`${field}: ${JSON.stringify(body).slice(0, 200)} → ${answer.status} ${answer.fields.join()}`);
  }
  return faults;
}

const tenMegabytes = "x".repeat(10_000_000);

describe.each(forms)("the form of $name", (form) => {
  // No test of a form may change its shop, so all of them share one, and its snapshot.
  let merchant: Merchant;
  let path: string;
  let fields: [string, string][];
  let before: Awaited<ReturnType<typeof snapshotOf>>;
  let tokens: string[];
  let token: string;

  beforeAll(async () => {
    merchant = await makeMerchant();
    tokens = await staffTokens(merchant.shopId, Object.keys(form.kinds).length + 3);
    ({ path, fields } = await filledIn(form, merchant));
    before = await snapshotOf(merchant.shopId);
  });

  beforeEach(() => {
    token = tokens.pop() ?? "";
  });

  it.each(Object.entries(form.kinds))("%s: no bad value passes, and nothing changes", async (field, kind) => {
    const values = (badValues[kind] ?? [])
      .filter(postable)
      .filter((value) => value.trim() !== "" || !form.optional.includes(field));
    const bodies = values.map(
      (value) => [field, fields.map(([name, good]) => [name, name === field ? value : good])] as Posted[0],
    );
    expect(bodies.length).toBeGreaterThan(4);
    expect(await faultsOf(token, form, path, bodies)).toEqual([]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("what is missing, and what is given twice, is named", async () => {
    const needed = Object.keys(form.kinds).filter((field) => !form.optional.includes(field));
    const missing = needed.map((field): Posted[0] => [field, fields.filter(([name]) => name !== field)]);
    const twice = needed.map((field): Posted[0] => [field, [...fields, [field, form.fields[field] ?? ""]]]);
    expect(await faultsOf(token, form, path, [...missing, ...twice])).toEqual([]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("ten megabytes, and what is no form, change nothing", async () => {
    const huge = formRequest(token, path, [["name", tenMegabytes]]);
    expect((await requestRoute(huge)).status).toBe(413);
    for (const type of ["application/json", "multipart/form-data", "text/plain"]) {
      const headers = { Cookie: `merchant_session=${token}`, Origin: appUrl, "Content-Type": type };
      const init = { method: "POST", headers, body: '{"intent":"save"}' };
      const { status } = await requestRoute(new Request(`${appUrl}${path}`, init));
      expect([type, status]).toEqual([type, 400]);
    }
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("what another shop has is not there, and another site's form is refused", async () => {
    const other = await makeMerchant();
    const theirs = await filledIn(form, other);
    const theirsBefore = await snapshotOf(other.shopId);
    const isOfOne = JSON.stringify(theirs) !== JSON.stringify({ path, fields });
    const asked = isOfOne ? await requestRoute(formRequest(token, theirs.path, theirs.fields)) : null;
    // A form about many says which of them it left as they were.
    const isOfMany = "ids" in form.fields;
    expect([undefined, ...(isOfMany ? [200] : [400, 404])]).toContain(asked?.status);
    const foreign = formRequest(token, path, fields);
    foreign.headers.set("Origin", "https://evil.example");
    expect((await requestRoute(foreign)).status).toBe(403);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
    expect(await snapshotOf(other.shopId)).toEqual(theirsBefore);
  });
});

describe("pages asked for with a bad address", () => {
  it.each([
    "/dashboard/programs/%00",
    "/dashboard/programs/'%3B%20DROP%20TABLE%20programs",
    "/dashboard/affiliates/%00",
    "/dashboard/orders/%00",
    "/dashboard/affiliates/commissions/%00",
    "/dashboard/affiliates/discounts/%00",
    `/dashboard/programs/${"x".repeat(3000)}`,
  ])("%s is not there", async (path) => {
    const { token } = await makeMerchant();
    expect((await requestRoute(pageRequest(token, path))).status).toBe(404);
  });

  it.each([
    "affiliates",
    "programs",
    "orders",
    "affiliates/commissions",
    "affiliates/codes",
    "affiliates/discounts",
  ])("the list of %s falls back to what it shows without a bad query", async (list) => {
    const { token } = await makeMerchant();
    for (const query of ["page=-1&limit=x", "search=%00", "status=<b>", "sort=%00", "page=99999999"]) {
      const { status } = await requestRoute(pageRequest(token, `/dashboard/${list}?${query}`));
      expect([query, status]).toEqual([query, 200]);
    }
  });
});

describe("forms of people who are not yet known", () => {
  // A link that does not open is forbidden; without any, the form is not filled in.
  const publicForms: readonly (readonly [string, string, readonly number[]])[] = [
    ["/portal/accept", "token", [400, 403]],
    ["/portal/sign-in?link", "token", [400, 403]],
    ["/portal/sign-in", "email", [400]],
    ["/portal/nobody/sign-in", "email", [400]],
    ["/install", "shop", [400]],
  ];
  let visitors = 0;

  it.each(publicForms)("%s refuses what is no %s", async (path, field, statuses) => {
    for (const value of ["", ...hostileTexts].filter(postable)) {
      // Each visitor asks once, so that nobody asks too often.
      visitors += 1;
      const headers = { Origin: appUrl, "X-Forwarded-For": `10.8.0.${visitors}` };
      const body = new URLSearchParams({ [field]: value });
      const { status } = await requestRoute(
        new Request(`${appUrl}${path}`, { method: "POST", headers, body }),
      );
      const posted = value.slice(0, 60);
      expect(statuses.map((right) => [posted, right])).toContainEqual([posted, status]);
    }
  });
});
