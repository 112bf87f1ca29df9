import { expect, it } from "vitest";
import { requestRoute } from "../../support/route-requests.ts";
import { withData } from "../../support/answered.ts";
import { apiRequest, formRequest, makeMerchant, pageRequest } from "../../support/merchant.ts";
import { addAffiliate } from "../../support/selling-shop.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

async function ask({ token }: Merchant, path: string, init: { method?: string; body?: unknown } = {}) {
  return withData(await requestRoute(apiRequest(token, `/api/v1/affiliates${path}`, init)));
}

it("gives an affiliate exactly the tags asked for, each once whatever its case", async () => {
  const merchant = await makeMerchant();
  const path = `/${merchant.affiliateId}`;
  const first = await ask(merchant, path, { method: "PUT", body: { tags: ["VIP", "vip", " Blog "] } });
  expect(first.data).toMatchObject({ tags: ["Blog", "VIP"], revision: 2 });
  const second = await ask(merchant, path, { method: "PUT", body: { tags: ["vip", "New"] } });
  expect(second.data).toMatchObject({ tags: ["New", "VIP"] });
  expect((await ask(merchant, path, { method: "PUT", body: { name: "Zoë" } })).data).toMatchObject({
    tags: ["New", "VIP"],
  });
});

it("adds and removes tags of many, and lists affiliates and tags by them", async () => {
  const merchant = await makeMerchant();
  const second = await addAffiliate(merchant);
  const ids = [merchant.affiliateId, second.affiliateId];
  const added = await ask(merchant, "/tags", { method: "POST", body: { ids, add: ["Summer", "VIP"] } });
  expect(added.data).toEqual({ changed: 2, unchanged: [] });
  const removal = { ids: [second.affiliateId, "aff_0"], remove: ["vip"] };
  expect((await ask(merchant, "/tags", { method: "POST", body: removal })).data).toEqual({
    changed: 1,
    unchanged: [
      { id: "aff_0", name: "aff_0", reason: "This affiliate doesn't exist. Check the email, code, or ID." },
    ],
  });
  expect((await ask(merchant, "/tags")).data).toEqual({
    tags: [
      { tag: "Summer", affiliates: 2 },
      { tag: "VIP", affiliates: 1 },
    ],
  });
  expect((await ask(merchant, "?tag=vip")).data).toMatchObject({
    affiliates: [{ id: merchant.affiliateId, tags: ["Summer", "VIP"] }],
    pagination: { total: 1 },
  });
});

it("gives nobody more than 20 tags", async () => {
  const merchant = await makeMerchant();
  const { affiliateId } = merchant;
  const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  await ask(merchant, `/${affiliateId}`, { method: "PUT", body: { tags } });
  const more = await ask(merchant, "/tags", {
    method: "POST",
    body: { ids: [affiliateId], add: ["one more"] },
  });
  expect(more.data).toMatchObject({
    changed: 0,
    unchanged: [{ reason: "An affiliate can have at most 20 tags." }],
  });
});

it("keeps the tags of shops apart", async () => {
  const [mine, other] = [await makeMerchant(), await makeMerchant()];
  const body = { ids: [other.affiliateId], add: ["VIP"] };
  expect((await ask(mine, "/tags", { method: "POST", body })).data).toMatchObject({ changed: 0 });
  expect((await ask(other, "/tags")).data).toEqual({ tags: [] });
});

it("takes tags in the list, on the affiliate's page and in the file", async () => {
  const merchant = await makeMerchant();
  const { token, affiliateId } = merchant;
  const post = (fields: [string, string][]) =>
    requestRoute(formRequest(token, "/dashboard/affiliates/tags", fields));
  const done = await post([
    ["change", "add"],
    ["tags", "VIP, Blog"],
    ["ids", affiliateId],
  ]);
  expect(withData(done).data).toMatchObject({ ok: true, changed: 1 });
  const { text } = await requestRoute(pageRequest(token, "/dashboard/export/affiliates.csv?tag=blog"));
  expect(text.split("\r\n")[1]).toContain('"Blog; VIP"');
  const list = withData(await requestRoute(pageRequest(token, "/dashboard/affiliates?tag=VIP")));
  expect(list.data).toMatchObject({ tags: ["Blog", "VIP"], affiliates: [{ tags: ["Blog", "VIP"] }] });
  const edit: [string, string][] = [
    ["intent", "edit"],
    ["name", "Zoë"],
    ["email", "zoe@example.com"],
    ["referralCode", "ZOE"],
    ["tags", "Video"],
    ["programIds", merchant.programId],
    ["revision", "2"],
  ];
  expect(await requestRoute(formRequest(token, `/dashboard/affiliates/${affiliateId}`, edit))).toMatchObject({
    status: 200,
  });
  expect((await ask(merchant, `/${affiliateId}`)).data).toMatchObject({ tags: ["Video"] });
});
