import { describe, expect, it } from "vitest";
import { emailSettingsToken } from "#app/flows/emails/choose-frequency.ts";
import { db } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { action, loader } from "../../../app/routes/portal/notifications.tsx";
import { appUrl } from "../../support/browser.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const args = (request: Request) => ({ request, params: {}, context: {}, unstable_pattern: "" }) as never;
const addressOf = (token: string) =>
  `${appUrl}/portal/notifications?${new URLSearchParams({ token }).toString()}`;
const frequencyOf = async ({ shopId, affiliateId }: SellingShop) =>
  (await findAffiliate(db(), shopId, affiliateId))?.emailFrequency;

async function post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  try {
    const answer = await action(args(new Request(url, { method: "POST", headers, body })));
    return { status: answer.init?.status ?? 200, data: answer.data };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return { status: thrown.status, data: null };
  }
}

describe("an affiliate's notification settings", () => {
  it("end emails by an email program's one-click POST, which has no cookie and comes from another site", async () => {
    const shop = await makeSellingShop();
    const address = addressOf(emailSettingsToken(shop));
    expect(await frequencyOf(shop)).toBe("immediate");
    const answer = await post(
      address,
      { "List-Unsubscribe": "One-Click" },
      { Origin: "https://mail.example" },
    );
    expect(answer).toEqual({ status: 200, data: { ok: true } });
    expect(await frequencyOf(shop)).toBe("never");
    expect(await loader(args(new Request(address)))).toEqual({ frequency: "never" });
  });

  it("are changed from an email without signing in; opening the link changes nothing", async () => {
    const shop = await makeSellingShop();
    const address = addressOf(emailSettingsToken(shop));
    expect(await loader(args(new Request(address)))).toEqual({ frequency: "immediate" });
    expect(await frequencyOf(shop)).toBe("immediate");
    expect((await post(address, { frequency: "daily" })).status).toBe(200);
    expect(await frequencyOf(shop)).toBe("daily");
  });

  it("refuse an unknown option and keep the choice", async () => {
    const shop = await makeSellingShop();
    const answer = await post(addressOf(emailSettingsToken(shop)), { frequency: "hourly" });
    expect(answer).toMatchObject({ status: 400, data: { ok: false, errors: [{ field: "frequency" }] } });
    expect(await frequencyOf(shop)).toBe("immediate");
  });

  it("don't open with a token that was changed, or taken to another store", async () => {
    const [shop, other] = [await makeSellingShop(), await makeSellingShop()];
    const token = emailSettingsToken(shop);
    const sealed = token.slice(shop.shopId.length + 1);
    const changed = sealed.startsWith("v1.A")
      ? sealed.replace("v1.A", "v1.B")
      : sealed.replace(/v1\../, "v1.A");
    for (const bad of ["", "x", "shp_1.v1.x", `${other.shopId}.${sealed}`, `${shop.shopId}.${changed}`]) {
      expect(await loader(args(new Request(addressOf(bad))))).toEqual({ frequency: null });
      expect(await post(addressOf(bad), { frequency: "never" })).toMatchObject({ status: 403 });
    }
    expect(await frequencyOf(shop)).toBe("immediate");
    expect(await frequencyOf(other)).toBe("immediate");
  });

  it("ask for signing in without a token, and refuse a form of another site", async () => {
    const url = `${appUrl}/portal/notifications`;
    expect((await post(url, { frequency: "never" }, { Origin: appUrl })).status).toBe(302);
    expect((await post(url, { frequency: "never" }, { Origin: "https://other.example" })).status).toBe(403);
  });
});
