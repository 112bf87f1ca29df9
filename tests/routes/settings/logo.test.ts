import { beforeAll, expect, it } from "vitest";
import { requestRoute } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { pngOf } from "../../support/png.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";

const path = "/dashboard/settings/portal";

let merchant: Awaited<ReturnType<typeof makeMerchant>>;
beforeAll(async () => {
  merchant = await makeMerchant();
});

function upload(bytes: Buffer, name = "logo.png") {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], name, { type: "image/png" }));
  const headers = { Cookie: `merchant_session=${merchant.token}`, Origin: appUrl };
  return requestRoute(new Request(`${appUrl}${path}`, { method: "POST", headers, body: form }));
}

it.each([
  ["ten megabytes of an image", 413, Buffer.concat([pngOf(120, 60), Buffer.alloc(10_200_000)])],
  ["two megabytes of an image", 400, Buffer.concat([pngOf(120, 60), Buffer.alloc(2_000_000)])],
])("%s are refused at the field as a logo, and nothing is stored", async (_what, status, bytes) => {
  const before = await snapshotOf(merchant.shopId);
  const answer = await upload(bytes);
  expect(answer).toMatchObject({ status, fields: ["file"] });
  expect(answer.text).toContain("of at most 1 MB.");
  expect(await snapshotOf(merchant.shopId)).toEqual(before);
});

it.each([
  ["a drawing named as an image", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "logo.png"],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "logo.webp"],
  ["an empty file", Buffer.alloc(0), "logo.png"],
  ["half an image", pngOf(120, 60).subarray(0, 60), "logo.png"],
])("%s is refused at the field as a logo, and nothing is stored", async (_what, bytes, name) => {
  const before = await snapshotOf(merchant.shopId);
  expect(await upload(bytes, name)).toMatchObject({ status: 400, fields: ["file"] });
  expect(await snapshotOf(merchant.shopId)).toEqual(before);
});

it("an image is shown as the logo whatever its file is called", async () => {
  expect((await upload(pngOf(120, 60), "../../x.svg")).status).toBe(200);
  const { text } = await requestRoute(pageRequest(merchant.token, path));
  expect(text).toMatch(new RegExp(`/logos/${merchant.shopId}/[0-9a-f]{64}`));
});
