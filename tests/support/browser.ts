import { loader as begin } from "../../app/routes/auth/begin.ts";
import { loader as callback } from "../../app/routes/auth/callback.ts";
import { action as redeem } from "../../app/routes/auth/redeem.ts";

export const appUrl = "http://localhost:3000";

type Handler = (args: { request: Request }) => Promise<Response>;
const handlers: Record<string, Handler> = {
  "/auth": begin,
  "/auth/callback": callback,
  "/auth/redeem": redeem,
};

export type Browser = ReturnType<typeof makeBrowser>;

/** A browser as far as these routes can tell: it keeps cookies for the app, names its origin, and follows nothing by itself. */
export function makeBrowser() {
  const cookies = new Map<string, string>();

  function keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const at = pair.indexOf("=");
      const gone = attributes.some((text) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(text));
      if (gone || pair.slice(at + 1) === "") cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  function request(url: string, init: RequestInit = {}): Request {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("Cookie", [...cookies].map((pair) => pair.join("=")).join("; "));
    if (init.method && init.method !== "GET" && !headers.has("Origin")) headers.set("Origin", appUrl);
    return new Request(new URL(url, appUrl), { ...init, headers });
  }

  async function visit(url: string, init: RequestInit = {}): Promise<Response> {
    const asked = request(url, { headers: { "Sec-Fetch-Mode": "navigate" }, ...init });
    const handler = handlers[new URL(asked.url).pathname];
    if (!handler) throw new Error(`No route for ${asked.url}`);
    return keep(await handler({ request: asked }));
  }

  async function redeemTicket(token: string, shop: string): Promise<Response> {
    const body = JSON.stringify({ token, shop });
    return await visit("/auth/redeem", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", Accept: "application/json" },
    });
  }

  return { cookies, request, visit, redeemTicket };
}

export function locationOf(response: Response): string {
  const location = response.headers.get("Location");
  if (response.status !== 302 || !location) throw new Error(`Not a redirect: ${response.status}`);
  return location;
}

/** Says yes on the platform's consent page, or finds that it need not be asked: where the browser goes next. */
export async function consent(authorizeUrl: string, decision = "install"): Promise<string> {
  const page = await fetch(authorizeUrl, { redirect: "manual" });
  if (page.status === 302) return locationOf(page);
  const form = new URLSearchParams(new URL(authorizeUrl).searchParams);
  form.set("decision", decision);
  return locationOf(await fetch(authorizeUrl, { method: "POST", body: form, redirect: "manual" }));
}

/** Installs the app from `GET /auth?shop=` to the result page; answers that page's query. */
export async function install(browser: Browser, domain: string): Promise<URLSearchParams> {
  const first = await consent(locationOf(await browser.visit(`/auth?shop=${domain}`)));
  const second = await consent(locationOf(await browser.visit(first)));
  return new URL(locationOf(await browser.visit(second)), appUrl).searchParams;
}

/** Installs and signs in: the session token that the browser saves. */
export async function signIn(browser: Browser, domain: string): Promise<string> {
  const result = await install(browser, domain);
  const answer = await browser.redeemTicket(result.get("token") ?? "", result.get("shop") ?? "");
  const session: unknown = await answer.json();
  if (typeof session === "object" && session !== null && "token" in session) return String(session.token);
  throw new Error(`No session: ${answer.status}`);
}
