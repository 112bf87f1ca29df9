import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isRefusal } from "#app/domain/refusal.ts";
import type { StaffId } from "#app/domain/ids.ts";
import { identify } from "#app/flows/shops/identify.ts";
import { issueTicket } from "#app/flows/shops/complete-install.ts";
import { saveStaffMember } from "#app/flows/shops/save-staff.ts";
import { logOut } from "#app/flows/shops/log-in.ts";
import { redeemTicket } from "#app/flows/shops/redeem-ticket.ts";
import { db } from "#app/platform/db.server.ts";
import { ensureShop, findShop, markInstalled, markUninstalled } from "#app/store/shops.ts";
import { whyOf } from "../../support/why.ts";

const start = new Date("2026-03-01T12:00:00Z");
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const browserNonce = "nonce-of-the-browser-that-began";

async function ticketOf() {
  const domain = `t-${randomBytes(6).toString("hex")}.myshopify.com`;
  const { shopId } = await ensureShop(db(), domain, start);
  const info = {
    platformShopId: "gid://shopify/Shop/1",
    storeName: "Shop",
    storefrontUrl: `https://${domain}`,
    currency: "USD",
    timeZone: "UTC",
    contactEmail: null,
  };
  await markInstalled(db(), shopId, { info, scopes: "read_orders", now: start });
  const user = { id: 7, first_name: "Ada", last_name: "Owner", email: "ada@shop.test", account_owner: true };
  await saveStaffMember(shopId, user, start);
  const ticket = await issueTicket(shopId, { staffId: "7" as StaffId, browserNonce }, start);
  return { shopId, domain, ticket };
}

describe("a ticket of the result page", () => {
  it("becomes the session of the staff member who installed", async () => {
    const { shopId, domain, ticket } = await ticketOf();
    const done = await redeemTicket({ ticket, shop: domain, browserNonce, now: later(1) });
    if (isRefusal(done)) throw new Error(whyOf(done));
    expect(done.token).not.toBe(ticket);
    const identity = await identify(done.token, later(2));
    expect(identity).toMatchObject({
      shop: { shopId, domain },
      actor: { kind: "staff", id: "7", name: "Ada Owner", email: "ada@shop.test" },
      scope: "write",
    });
    expect(await identify(ticket, later(2))).toBeNull();
  });

  it("gives the same session again within its 60 s, also when two ask at once", async () => {
    const { domain, ticket } = await ticketOf();
    const ask = (now: Date) => redeemTicket({ ticket, shop: domain, browserNonce, now });
    const [one, two] = await Promise.all([ask(later(1)), ask(later(1))]);
    expect(one).toEqual(two);
    expect(await ask(later(59))).toEqual(one);
  });

  it.each([
    ["after 60 s", { now: later(60) }],
    ["in another browser", { browserNonce: "another-browser" }],
    ["in a browser that began nothing", { browserNonce: null }],
    ["for another shop", { shop: "other.myshopify.com" }],
    ["when it is made up", { ticket: "shp_00000000000000000000000000.aaaaaaaaaaaaaaaaaaaaaaaaaaaa" }],
    ["when it is no ticket", { ticket: "x" }],
  ])("is refused %s", async (_case, wrong) => {
    const { domain, ticket } = await ticketOf();
    const done = await redeemTicket({ ticket, shop: domain, browserNonce, now: later(1), ...wrong });
    expect(isRefusal(done) && whyOf(done)).toBe("ticket_invalid");
  });

  it("is refused once the shop has uninstalled, and once its session was logged out", async () => {
    const first = await ticketOf();
    await markUninstalled(db(), first.shopId, later(1));
    const claim = { browserNonce, now: later(2) };
    expect(isRefusal(await redeemTicket({ ticket: first.ticket, shop: first.domain, ...claim }))).toBe(true);

    const second = await ticketOf();
    const done = await redeemTicket({ ticket: second.ticket, shop: second.domain, ...claim });
    if (isRefusal(done)) throw new Error(whyOf(done));
    await logOut(done.token, later(3));
    expect(await identify(done.token, later(4))).toBeNull();
    expect(isRefusal(await redeemTicket({ ticket: second.ticket, shop: second.domain, ...claim }))).toBe(
      true,
    );
    expect((await findShop(db(), second.shopId))?.uninstalledAt).toBeNull();
  });
});

describe("a session", () => {
  it("ends by itself after 30 days", async () => {
    const { domain, ticket } = await ticketOf();
    const done = await redeemTicket({ ticket, shop: domain, browserNonce, now: later(0) });
    if (isRefusal(done)) throw new Error(whyOf(done));
    expect(await identify(done.token, later(30 * 86_400 - 1))).not.toBeNull();
    expect(await identify(done.token, later(30 * 86_400))).toBeNull();
  });

  it("is not found under another shop's name", async () => {
    const one = await ticketOf();
    const other = await ticketOf();
    const done = await redeemTicket({ ticket: one.ticket, shop: one.domain, browserNonce, now: later(1) });
    if (isRefusal(done)) throw new Error(whyOf(done));
    const [, secret = ""] = done.token.split(".");
    expect(await identify(`${other.shopId}.${secret}`, later(2))).toBeNull();
  });
});
