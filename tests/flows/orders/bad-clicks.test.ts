import { describe, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { defaultRules } from "#app/domain/attribution.ts";
import { changeAttributionRules } from "#app/flows/attribution/rules.ts";
import { newId } from "#app/platform/ids.server.ts";
import { signClick } from "#app/platform/crypto.server.ts";
import { deliver, emptyInbox, orderRow } from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { addAffiliate, makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { signedClick } from "../../support/signed-click.ts";

/** An hour before the order of `orderBody`. */
const clickedAt = new Date("2026-03-02T09:00:00Z");

const clicked = (shop: SellingShop, at = clickedAt) => signedClick(shop, at);

const letter = (text: string, at: number) => (text.at(at) === "0" ? "1" : "0");
const withLetter = (text: string, at: number) =>
  `${text.slice(0, at)}${letter(text, at)}${text.slice(at + 1)}`;

type Made = (own: string, shop: SellingShop, other: SellingShop) => string | Promise<string>;
const bad: readonly [string, Made][] = [
  ["with another signature", (own) => withLetter(own, 40)],
  ["signed for another time", (own) => withLetter(own, 6)],
  ["signed for another click", (own) => withLetter(own, 25)],
  ["cut off in its signature", (own) => own.slice(0, -1)],
  ["without a signature", (own) => own.slice(0, 30)],
  ["with something behind it", (own) => `${own}0`],
  ["of another shop", (_own, _shop, other) => clicked(other)],
  [
    "of this shop's click, signed for another shop",
    (own, _shop, other) => signClick(other.shopId, own.slice(0, 30)),
  ],
  ["that is signed and was never made", (_own, shop) => signClick(shop.shopId, newId("clk", clickedAt))],
  ["from before any window", (_own, shop) => clicked(shop, new Date("2016-02-28T09:00:00Z"))],
  ["from after the order", (_own, shop) => clicked(shop, new Date("2026-03-02T10:00:01Z"))],
  ["of quotes and letters of elsewhere", () => `"'; --🦊ＳＡＶＥ\u202e`],
  ["of 10 kB", () => "x".repeat(10_000)],
];

/** Where the shopper's browser can put it. */
async function sell(shop: SellingShop, signed: string, where: "cart" | "address") {
  const address = `/?${new URLSearchParams({ aff_click: signed })}`;
  const body = where === "cart" ? orderBody({ click: signed }) : { ...orderBody(), landing_site: address };
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  return await orderRow(shop, body.id);
}

describe("a click's id", () => {
  it.each(["cart", "address"] as const)(
    "as it was signed credits its affiliate, in the %s",
    async (where) => {
      const shop = await makeSellingShop();
      expect(await sell(shop, await clicked(shop), where)).toMatchObject({ reason: "won-by-click" });
    },
  );

  it.each(bad)("%s credits no affiliate, wherever it is", async (_what, make) => {
    const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
    const made = await make(await clicked(shop), shop, other);
    for (const where of ["cart", "address"] as const) {
      expect(await sell(shop, made, where)).toMatchObject({ credited: false, affiliateId: null });
    }
  });

  it("among bad ones still counts", async () => {
    const shop = await makeSellingShop();
    const own = await clicked(shop);
    const among = [withLetter(own, 40), "", "'", own, own.slice(0, 20)].join(",");
    expect(await sell(shop, among, "cart")).toMatchObject({ reason: "won-by-click" });
  });

  it("repeated in an address is not the first click of a shopper whose cart has others", async () => {
    const shop = await makeSellingShop();
    const other = await addAffiliate(shop);
    const rules = { ...defaultRules, touch: "first" } as const;
    await changeAttributionRules({ shop, actor: systemActor, now: new Date("2026-02-01T00:00:00Z") }, rules);
    const old = await clicked({ ...shop, affiliateId: other.affiliateId }, new Date("2026-02-20T09:00:00Z"));
    const own = await clicked(shop);
    const address = `/?${new URLSearchParams({ aff_click: old })}`;
    const winner = async (click: string | undefined) => {
      const body = { ...orderBody(click === undefined ? {} : { click }), landing_site: address };
      await deliver(shop, "orders/create", body);
      await emptyInbox();
      return (await orderRow(shop, body.id)).affiliateId;
    };
    expect(await winner(own)).toBe(shop.affiliateId);
    // A click in the cart keeps its age. Without a cart only the address is left.
    expect(await winner(`${old},${own}`)).toBe(other.affiliateId);
    expect(await winner(undefined)).toBe(other.affiliateId);
  });
});
