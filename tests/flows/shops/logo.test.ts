import { describe, expect, it } from "vitest";
import { previewEmail } from "#app/flows/emails/templates.ts";
import { deleteLogo, readLogoAt, uploadLogo } from "#app/flows/shops/logo.ts";
import { logoAddressOf } from "#app/http/shop-info.ts";
import { hashBytes } from "#app/platform/crypto.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader } from "#app/routes/public/logo.ts";
import { findShop } from "#app/store/shops.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { pngOf } from "../../support/png.ts";

const actor = { kind: "staff", id: "stf_1", name: "Tom", email: null } as const;
const by = { actor, now: new Date("2026-04-01T09:00:00Z") };
const png = pngOf(120, 60);
const hash = hashBytes(png);

const serve = (shopId: string, of = hash) =>
  loader({ params: { shopId, hash: of } } as unknown as Parameters<typeof loader>[0]);

describe("an uploaded logo", () => {
  it("is served at its hash for long and as it is, for its shop only, until it's removed", async () => {
    const { shopId } = await makeMerchant();
    const other = await makeMerchant();
    expect(await uploadLogo({ shop: { shopId }, ...by }, png)).toBeNull();
    const answer = await serve(shopId);
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect((await serve(other.shopId)).status).toBe(404);
    expect((await serve("../x", "%00")).status).toBe(404);
    const shop = await findShop(db(), shopId);
    expect(shop && logoAddressOf(shop)).toMatch(new RegExp(`/logos/${shopId}/${hash}$`));
    const mail = await previewEmail(shopId, "sign_in", { language: "en", change: null });
    expect(mail).toMatchObject({
      html: expect.stringMatching(new RegExp(`<img[^>]*/logos/${shopId}/${hash}`)),
    });
    await deleteLogo({ shop: { shopId }, ...by });
    expect(await readLogoAt(shopId, hash)).toBeNull();
    const without = await previewEmail(shopId, "sign_in", { language: "en", change: null });
    expect(without).toMatchObject({ html: expect.not.stringContaining("<img") });
  });

  it("is refused at the field where it's no image, and the former one stays", async () => {
    const { shopId } = await makeMerchant();
    await uploadLogo({ shop: { shopId }, ...by }, png);
    expect(await uploadLogo({ shop: { shopId }, ...by }, Buffer.from("<svg/>"))).toMatchObject({
      errors: [{ field: "file", reason: { code: "image", what: "format" } }],
    });
    expect(await readLogoAt(shopId, hash)).not.toBeNull();
  });
});
