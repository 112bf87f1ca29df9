import { createHmac, randomUUID } from "node:crypto";
import { sign, verify } from "hono/jwt";
import type { AppConfig } from "../app-config.ts";
import type { ShopState, Staff } from "../state.ts";

/** A session token lives one minute on the real platform, and no longer here. */
const lifeSeconds = 60;
/** Tolerance for a token that has just expired. */
const toleranceSeconds = 10;

/** The signed token that says which staff member of which shop is looking at the app. */
export function makeSessionToken(
  app: AppConfig,
  viewer: { shop: ShopState; staff: Staff },
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: `https://${viewer.shop.domain}/admin`,
    dest: `https://${viewer.shop.domain}`,
    aud: app.apiKey,
    sub: String(viewer.staff.id),
    exp: seconds + lifeSeconds,
    nbf: seconds,
    iat: seconds,
    jti: randomUUID(),
    sid: sessionId(app, viewer),
  };
  const sig = createHmac("sha256", app.apiSecret).update(JSON.stringify(claims)).digest("hex");
  return sign({ ...claims, sig }, app.apiSecret, "HS256");
}

/** The staff member's id of a token made for this app and shop, or null for any other or an old one. */
export async function readSessionToken(
  app: AppConfig,
  token: string,
  at: { shop: string; now: Date },
): Promise<number | null> {
  try {
    // The library would compare with the wall clock; `now` is the platform's, so the times are ours to check.
    const claims = await verify(token, app.apiSecret, { alg: "HS256", exp: false, nbf: false, iat: false });
    const seconds = at.now.getTime() / 1000;
    const good =
      claims["aud"] === app.apiKey &&
      claims["dest"] === `https://${at.shop}` &&
      Number(claims.exp) > seconds - toleranceSeconds &&
      Number(claims.nbf) <= seconds + toleranceSeconds;
    return good ? Number(claims["sub"]) : null;
  } catch {
    return null;
  }
}

/** Stable for a staff member as long as the app stays installed, as Shopify's `session` and `sid` are. */
export function sessionId(app: AppConfig, viewer: { shop: ShopState; staff: Staff }): string {
  const text = `${viewer.shop.domain}/${viewer.staff.id}/${viewer.shop.installation?.id ?? 0}`;
  return createHmac("sha256", app.apiSecret).update(text).digest("hex");
}
