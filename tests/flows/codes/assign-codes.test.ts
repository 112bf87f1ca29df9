import { readAssignments, assignCodes, checkCodes } from "#app/flows/codes/assign-codes.ts";
import { describe, expect, it } from "vitest";
import { readCodeRows } from "#app/domain/pasted-lines.ts";
import { runAssignment } from "#app/flows/codes/run-assignment.ts";
import { db } from "#app/platform/db.server.ts";
import { listAudit } from "#app/store/audit.ts";
import { openCodedShop } from "../../support/coded-shop.ts";
import { orderRow } from "../../support/inbox.ts";
import { usePlatform } from "../../support/use-platform.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { whyOf } from "../../support/why.ts";

const platform = usePlatform();

type Shop = Awaited<ReturnType<typeof openCodedShop>>;

/** Makes a discount in the store's own admin with these codes. */
function storeHas(shop: Shop, id: number, codes: readonly string[]): void {
  const welcome = shop.theirs.discounts.find((one) => one.code === "WELCOME10");
  const [code = ""] = codes;
  if (!welcome) throw new Error("The store has no discount of its own.");
  const all = codes.map((one, index) => ({ id: id + index, code: one, usageCount: 0 }));
  shop.theirs.discounts.push({ ...welcome, id, code, title: `Own ${id}`, codes: all });
}

async function runAll(shop: Shop, now = () => new Date()): Promise<void> {
  for (const { id: batchId } of await readAssignments(shop.shopId)) {
    await runAssignment({ shopId: shop.shopId, batchId }, now);
  }
}

const rowsOf = (text: string) => readCodeRows(text);

describe("a list of codes that the store has already", () => {
  it("gives each to its affiliate, from many discounts, and a sale with one counts", async () => {
    const shop = await openCodedShop(platform, ["Zoe", "Ann"]);
    const [zoe = shop.affiliateId, ann = shop.affiliateId] = shop.people;
    storeHas(shop, 910_000, ["MANY1", "MANY2", "MANY3"]);
    const rows = rowsOf(`code,affiliate\nmany1,${zoe}\nMANY2;${ann}\n"WELCOME10"\t${ann}\nNOWHERE,${zoe}`);
    expect(await assignCodes({ shop, ...shop.by }, rows)).toMatchObject({ added: 4 });
    expect(await shop.codesOf(zoe)).toEqual([]);
    await runAll(shop);
    expect(await shop.codesOf(zoe)).toEqual(["many1 active"]);
    expect(await shop.codesOf(ann)).toEqual(["MANY2 active", "WELCOME10 active"]);
    expect(await readAssignments(shop.shopId)).toMatchObject([
      {
        status: "done",
        codes: [
          { code: "many1", state: "made" },
          { code: "MANY2", state: "made" },
          { code: "WELCOME10", state: "made" },
          { code: "NOWHERE", state: "failed", message: reasonAsText({ code: "code_without_discount" }) },
        ],
      },
    ]);
    expect(await shop.discountRow("910000")).toMatchObject({ title: "Own 910000", notice: null });

    shop.takePost();
    const [variant = 0] = shop.sell("100.00");
    const of = { discountCodes: ["Many1"], landingSite: "/" };
    const order = shop.order([{ variantId: variant, quantity: 1 }], of);
    await shop.post();
    expect((await orderRow(shop, order.id)).affiliateId).toBe(zoe);
  });

  it("goes on where it was after its process died, and gives nothing twice", async () => {
    const shop = await openCodedShop(platform, ["Zoe"]);
    const [zoe = shop.affiliateId] = shop.people;
    const codes = Array.from({ length: 60 }, (_, index) => `OWN${index}`);
    for (const [index, code] of codes.entries()) storeHas(shop, 920_000 + index, [code]);
    const { added } = await assignCodes(
      { shop, ...shop.by },
      codes.map((code, line) => ({ line, code, affiliate: zoe })),
    );
    expect(added).toBe(60);
    let looks = 0;
    const dying = runAll(shop, () => {
      looks += 1;
      if (looks > 1) throw new Error("It died.");
      return new Date();
    });
    await expect(dying).rejects.toThrow("It died.");
    expect(await shop.codesOf(zoe)).toHaveLength(50);
    expect(await readAssignments(shop.shopId)).toMatchObject([{ status: "running", finishedAt: null }]);
    await runAll(shop);
    await runAll(shop);
    expect(await shop.codesOf(zoe)).toHaveLength(60);
    const told = await listAudit(db(), shop.shopId, { kind: "affiliate", id: zoe, limit: 200 });
    expect(told.filter((one) => one.action === "was given a discount code")).toHaveLength(60);
  });

  it("is written nowhere while a line is wrong, and each line says why", async () => {
    const shop = await openCodedShop(platform, ["Zoe", "Ann"]);
    const [zoe = shop.affiliateId, ann = shop.affiliateId] = shop.people;
    await assignCodes({ shop, ...shop.by }, rowsOf(`WELCOME10,${ann}`));
    await runAll(shop);
    const rows = [
      { line: 1, code: "FRESH", affiliate: zoe },
      { line: 2, code: "welcome10", affiliate: ann },
      { line: 3, code: "welcome10 ", affiliate: zoe },
      { line: 4, code: "OTHER", affiliate: "nobody@example.com" },
      { line: 5, code: " ", affiliate: zoe },
      { line: 6, code: "OTHER", affiliate: "" },
      { line: 7, code: "x".repeat(256), affiliate: zoe },
      { line: 8, code: "A\u0000B", affiliate: zoe },
      { line: 9, code: "OTHER", affiliate: "\uD800" },
      { line: 10, code: "fresh", affiliate: zoe },
    ];
    const { rows: checked, added } = await assignCodes({ shop, ...shop.by }, rows);
    expect(added).toBe(0);
    expect(checked.map((one) => (one.fault ? whyOf({ reason: one.fault }) : one.state))).toEqual([
      "new",
      "same",
      "imported_link_repeated",
      "not_found.affiliate",
      "value_missing.discount_code",
      "value_missing.affiliate",
      "value_invalid.discount_code",
      "value_invalid.discount_code",
      "not_found.affiliate",
      "imported_link_repeated",
    ]);
    const taken = await checkCodes(shop.shopId, [{ line: 1, code: "WELCOME10", affiliate: zoe }]);
    expect(taken).toMatchObject([{ state: "wrong", fault: { code: "imported_link_taken" } }]);
    expect(await readAssignments(shop.shopId)).toHaveLength(1);
    expect(await shop.codesOf(zoe)).toEqual([]);
  });

  it("leaves a code with whom it was given to meanwhile", async () => {
    const shop = await openCodedShop(platform, ["Zoe", "Ann"]);
    const [zoe = shop.affiliateId, ann = shop.affiliateId] = shop.people;
    await assignCodes({ shop, ...shop.by }, rowsOf(`WELCOME10,${zoe}`));
    const later = { ...shop.by, now: new Date(shop.by.now.getTime() + 1) };
    await assignCodes({ shop, ...later }, rowsOf(`WELCOME10,${ann}`));
    const [second, first] = await readAssignments(shop.shopId);
    for (const one of [first, second]) {
      await runAssignment({ shopId: shop.shopId, batchId: one?.id ?? "" }, () => new Date());
    }
    expect(await shop.codesOf(zoe)).toEqual(["WELCOME10 active"]);
    expect((await readAssignments(shop.shopId))[0]?.codes).toMatchObject([
      { state: "failed", message: reasonAsText({ code: "code_taken" }) },
    ]);
  });
});
