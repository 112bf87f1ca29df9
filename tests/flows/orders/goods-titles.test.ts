import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { titlesOf } from "#app/flows/orders/goods-titles.ts";
import * as patience from "#app/platform/coalesce.ts";
import { makeBrowser, signIn } from "../../support/browser.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { makeMerchant } from "../../support/merchant.ts";
import { usePlatform } from "../../support/use-platform.ts";

// A page waits a second and a half for a title, which a busy machine may need to ask.
beforeEach(() => {
  vi.spyOn(patience, "within").mockImplementation((work) => work);
});
afterEach(() => vi.restoreAllMocks());

const platform = usePlatform();

it("asks the platform once for all goods, and remembers also what it does not have", async () => {
  const shop = addPlatformShop(platform);
  await signIn(makeBrowser(), shop.domain);
  const [first, second] = shop.products;
  const named = [String(first?.id), String(second?.id), "404"].map((id) => ({
    kind: "product" as const,
    id,
  }));
  const asked = vi.spyOn(globalThis, "fetch");
  for (let time = 0; time < 2; time += 1) {
    const titleOf = await titlesOf(shop.domain, named);
    expect(named.map(({ kind, id }) => titleOf(kind, id))).toEqual([first?.title, second?.title, undefined]);
  }
  expect(asked).toHaveBeenCalledTimes(1);
});

it("leaves the number where the platform cannot be asked", async () => {
  const { domain } = await makeMerchant();
  const titleOf = await titlesOf(domain, [{ kind: "variant", id: "7" }]);
  expect(titleOf("variant", "7")).toBeUndefined();
});
