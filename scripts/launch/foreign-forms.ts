import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * Remix stops a form whose Origin is not its Host before any route sees it, with an empty 500: for another site's
 * form as for our own behind a proxy that passes on another Host. The routes check the origin themselves, against
 * the app's address too, and answer 403; so they are told what Remix would stop at, in words that it lets pass.
 */
export function leaveForeignFormsToRoutes(appUrl: string): void {
  const ours = new URL(appUrl).host;
  subscribe("http.server.request.start", (message) => {
    const { headers } = (message as { request: IncomingMessage }).request;
    const { origin } = headers;
    const named = headers["x-forwarded-host"];
    const host = [named].flat()[0]?.split(",")[0]?.trim() || headers.host;
    const from = origin === undefined ? undefined : (URL.parse(origin)?.host ?? "");
    if (from === undefined || from === host) return;
    delete headers.origin;
    headers["sec-fetch-site"] = from === ours ? "same-origin" : "cross-site";
  });
}
