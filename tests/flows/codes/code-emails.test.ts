import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteCode, pauseCode, renameCode, resumeCode } from "#app/flows/codes/change-code.ts";
import { db } from "#app/platform/db.server.ts";
import { affiliates } from "#app/store/schema/affiliates.ts";
import { shops } from "#app/store/schema/shops.ts";
import { shopWithCodes } from "../../support/coded-shop.ts";
import { dropEmailsOf, emailsOf } from "../../support/emails.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

/** A store whose affiliates Ann and Ben have the codes ANN15 and BEN15. */
async function makeStore(language: "en" | "de" = "en") {
  const store = await shopWithCodes(platform, ["Ann", "Ben"]);
  await db().update(shops).set({ displayName: "Demo Store" }).where(eq(shops.shopId, store.shopId));
  await db().update(affiliates).set({ language }).where(eq(affiliates.shopId, store.shopId));
  await dropEmailsOf(store.shopId);
  const mails = async () => (await emailsOf(store.shopId)).map(({ subject, text }) => ({ subject, text }));
  return { ...store, mails };
}

describe("an affiliate is emailed", () => {
  it("the code that replaces theirs", async () => {
    const { shop, named, by, mails } = await makeStore();
    expect(await renameCode({ shop, ...by }, named(0, "ANN15"), "ANNA-20")).toBeNull();
    expect(await mails()).toEqual([
      {
        subject: "Your discount code is now ANNA-20",
        text: expect.stringContaining(
          "Hi Ann, Demo Store replaced your discount code ANN15 with ANNA-20. Share ANNA-20 from now on. Orders with ANN15 stay yours.",
        ),
      },
    ]);
  });

  it("in German that their code no longer works", async () => {
    const { shop, named, by, mails } = await makeStore("de");
    expect(await deleteCode({ shop, ...by }, named(0, "ANN15"))).toBeNull();
    expect(await mails()).toEqual([
      {
        subject: "Dein Rabattcode ANN15 funktioniert nicht mehr",
        text: expect.stringContaining("Hallo Ann, Demo Store hat deinen Rabattcode ANN15 deaktiviert."),
      },
    ]);
  });

  it("nothing about a pause that ended, or a name that was replaced again, before the email was sent", async () => {
    const { shop, named, by, mails } = await makeStore();
    expect(await pauseCode({ shop, ...by }, named(0, "ANN15"))).toBeNull();
    expect(await resumeCode({ shop, ...by }, named(0, "ANN15"))).toBeNull();
    expect(await renameCode({ shop, ...by }, named(1, "BEN15"), "BENNY")).toBeNull();
    expect(await renameCode({ shop, ...by }, named(1, "BENNY"), "BENJAMIN")).toBeNull();
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Your discount code is now BENJAMIN"]);
  });
});
