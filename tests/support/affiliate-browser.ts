import { action as accept } from "../../app/routes/portal/accept.tsx";
import { loader as home } from "../../app/routes/portal/home.tsx";
import { loader as orders } from "../../app/routes/portal/orders.tsx";
import { action as signIn } from "../../app/routes/portal/sign-in.tsx";
import { action as signOut } from "../../app/routes/portal/sign-out.ts";
import type { HomeWire, OwnOrdersWire } from "#app/contracts/portal.ts";
import { appUrl } from "./browser.ts";
import { emailsOf, tokenIn } from "./emails.ts";
import { type SellingShop } from "./selling-shop.ts";

type Answer = { status: number; location: string | null; cookie: string | null; data: unknown };

/** Answer of a portal route: a response, or data with its status. */
function read(result: unknown): Answer {
  if (result instanceof Response) {
    const cookie = /affiliate_session=([^;]*)/.exec(result.headers.get("Set-Cookie") ?? "")?.[1] ?? null;
    return { status: result.status, location: result.headers.get("Location"), cookie, data: null };
  }
  const { data, init } = result as { data: unknown; init?: { status?: number } };
  return { status: init?.status ?? 200, location: null, cookie: null, data };
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string>): Request {
  return new Request(`${appUrl}${path}`, { method: "POST", headers, body: new URLSearchParams(fields) });
}

const own = { Origin: appUrl };
const args = (request: Request, params = {}) =>
  ({ request, params, context: {}, unstable_pattern: "" }) as never;

export async function postAccept(token: string, headers: Record<string, string> = own): Promise<Answer> {
  return read(await accept(args(post("/portal/accept", { token }, headers))));
}

/** `from`: each address may try so many links only. */
export async function postSignIn(
  token: string,
  from = "203.0.113.2",
  cookies: Record<string, string> = {},
): Promise<Answer> {
  const headers = { ...own, "X-Forwarded-For": from, ...cookies };
  return read(await signIn(args(post("/portal/sign-in?link", { token }, headers))));
}

export async function askForEmail(fields: Record<string, string>, from = "203.0.113.1"): Promise<Answer> {
  return read(await signIn(args(post("/portal/sign-in", fields, { ...own, "X-Forwarded-For": from }))));
}

export async function postSignOut(cookie: string): Promise<Answer> {
  const headers = { ...own, Cookie: `affiliate_session=${cookie}` };
  return read(await signOut(args(post("/portal/sign-out", {}, headers))));
}

type Loader = (given: never) => Promise<unknown>;

async function open<Wire>(loader: Loader, path: string, cookie: string | null): Promise<Wire | Answer> {
  const headers: Record<string, string> = cookie === null ? {} : { Cookie: `affiliate_session=${cookie}` };
  try {
    return (await loader(args(new Request(`${appUrl}${path}`, { headers })))) as Wire;
  } catch (thrown) {
    return read(thrown);
  }
}

/** The portal's home, or where the visitor is sent instead. */
export async function openPortal(cookie: string | null): Promise<HomeWire | Answer> {
  return await open(home, "/portal", cookie);
}

/** The home of an affiliate who is signed in. */
export async function homeOf(cookie: string): Promise<HomeWire> {
  const page = await openPortal(cookie);
  if (!("affiliate" in page)) throw new Error(`Sent to ${page.location ?? page.status}`);
  return page;
}

/** The order list of an affiliate who is signed in. */
export async function ordersOf(cookie: string, query = ""): Promise<OwnOrdersWire> {
  const page = await open<OwnOrdersWire>(orders, `/portal/orders${query}`, cookie);
  if (!("commissions" in page)) throw new Error(`Sent to ${page.location ?? page.status}`);
  return page;
}

/** Signs an affiliate of `addAffiliate` in by an emailed link. Answers the session's token. */
export async function signInAffiliate(
  { domain, shopId }: Pick<SellingShop, "domain" | "shopId">,
  affiliateId: string,
): Promise<string> {
  await askForEmail({ shop: domain, email: `${affiliateId}@example.com` });
  const { cookie } = await postSignIn(tokenIn((await emailsOf(shopId)).at(-1)));
  if (!cookie) throw new Error("There is no session.");
  return cookie;
}
