import { describe, expect, it } from "vitest";
import { makeBrowser, signIn } from "../../support/browser.ts";
import { addPlatformShop } from "../../support/local-platform.ts";
import { apiRequest, makeMerchant } from "../../support/merchant.ts";
import { usePlatform } from "../../support/use-platform.ts";
import { answerApiRequest } from "#app/api/dispatch.ts";
import {
  commission,
  getProgram,
  newCustomers,
  postProgram,
  putProgram,
  readAnswer,
} from "./program-calls.ts";

const platform = usePlatform();

const naming = (...ids: string[]) => ({
  name: "Left out",
  when: { type: "any", of: [{ type: "product", op: "any-of", values: ids }] },
  pay: { type: "none" },
});

async function shopOfPlatform() {
  const shop = addPlatformShop(platform);
  const token = await signIn(makeBrowser(), shop.domain);
  return { token, shop, product: String(shop.products[0]?.id) };
}

describe("products that rules name", () => {
  it("are found by the beginnings of their words, and by their numbers", async () => {
    const { token, shop } = await shopOfPlatform();
    const find = async (query: string) =>
      await readAnswer(await answerApiRequest(apiRequest(token, `/api/v1/goods?${query}`)));
    const bottle = shop.products.find((product) => product.title === "Steel bottle");
    const named = { kind: "product", id: String(bottle?.id), title: "Steel bottle" };
    const wanted = { ...named, path: "/products/steel-bottle" };
    expect((await find("kind=product&search=bot")).body["goods"]).toMatchObject([
      { ...wanted, about: { vendor: bottle?.vendor } },
    ]);
    expect((await find(`kind=product&ids=${wanted.id},1`)).body["goods"]).toEqual([
      { ...wanted, about: null },
    ]);
    const all = (await find("kind=variant")).body["goods"] as unknown[];
    expect(all.length).toBeGreaterThan(5);
    expect((await find("kind=shelf")).body.errors).toMatchObject([{ field: "kind" }]);
    expect((await find("kind=product&ids=1;2")).body.errors).toMatchObject([{ field: "ids" }]);
  });

  it("are looked for when terms are saved: one that is not there is named at its field", async () => {
    const { token, product } = await shopOfPlatform();
    const wrong = await postProgram(token, { commission, rules: [newCustomers, naming(product, "404")] });
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            field: "terms.rules.1.when.of.0.values",
            message: "Your store has no product 404. It may have been deleted.",
          },
        ],
      },
    });
    expect(await postProgram(token, { commission, rules: [naming(product)] })).toMatchObject({ status: 201 });
  });

  it("are not guessed where the platform cannot be asked: nothing is saved", async () => {
    const { token, programId } = await makeMerchant();
    const refused = await putProgram(token, programId, { terms: { rules: [naming("7")] } });
    expect(refused.status).toBe(503);
    expect(refused.body["message"]).toContain("Nothing was saved");
    expect((await getProgram(token, programId)).body).toMatchObject({ version: 1, terms: { rules: [] } });
  });
});
