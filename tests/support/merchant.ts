import { randomBytes } from "node:crypto";
import type { ShopId, StaffId } from "#app/domain/ids.ts";
import { saveStaffMember, staffActor } from "#app/flows/shops/save-staff.ts";
import { db } from "#app/platform/db.server.ts";
import { hashToken } from "#app/platform/crypto.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertSession } from "#app/store/sessions.ts";
import { findShop } from "#app/store/shops.ts";
import { addPaypalAccount } from "./paypal-account.ts";
import { longAgo, makeSellingShop, type SellingOptions } from "./selling-shop.ts";
import { appUrl } from "./browser.ts";

/** A shop that sells, and a signed-in member of its staff: the row of the shop, the actor, and a bearer token. */
export async function makeMerchant(scope: "read" | "write" = "write", options: SellingOptions = {}) {
  const selling = await makeSellingShop(options);
  const { shopId } = selling;
  await addPaypalAccount(shopId);
  const shop = await findShop(db(), shopId);
  if (!shop) throw new Error("The shop that was just made is not there.");
  return { ...selling, shop, ...(await signedIn(shopId, scope)) };
}

/** A signed-in member of a shop's staff: the actor, and a bearer token. */
export async function signedIn(shopId: ShopId, scope: "read" | "write" = "write", id = 7) {
  const user = { id, first_name: "Ada", last_name: "Owner", email: "ada@shop.test", account_owner: true };
  const member = await saveStaffMember(shopId, user, longAgo);
  const token = `${shopId}.${randomBytes(32).toString("base64url")}`;
  await insertSession(db(), {
    shopId,
    sessionId: newId("ses", longAgo),
    tokenHash: hashToken(token),
    staffId: String(id) as StaffId,
    apiKeyId: null,
    scope,
    createdAt: longAgo,
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  return { actor: staffActor(member), token };
}

/** Tokens of so many members of a shop's staff. Requests are limited by member: each test of a shared shop takes one. */
export async function staffTokens(shopId: ShopId, count: number): Promise<string[]> {
  const members = Array.from({ length: count }, (_, index) => signedIn(shopId, "write", 100 + index));
  return (await Promise.all(members)).map(({ token }) => token);
}

/** A call of the API with a bearer token, and a JSON body where there is one. */
export function apiRequest(token: string, path: string, init: { method?: string; body?: unknown } = {}) {
  const body = init.body === undefined ? {} : { body: JSON.stringify(init.body) };
  return new Request(`${appUrl}${path}`, {
    method: init.method ?? "GET",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...body,
  });
}

/** A form posted by the app's own page, with the token in the cookie. */
export function formRequest(token: string, path: string, fields: [string, string][]) {
  return new Request(`${appUrl}${path}`, {
    method: "POST",
    headers: { Cookie: `merchant_session=${token}`, Origin: appUrl },
    body: new URLSearchParams(fields),
  });
}

/** A page asked for by a browser that is signed in. */
export function pageRequest(token: string, path: string) {
  return new Request(`${appUrl}${path}`, { headers: { Cookie: `merchant_session=${token}` } });
}
