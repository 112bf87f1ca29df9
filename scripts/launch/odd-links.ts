import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * An address that cannot be decoded (`/orders/%E0`) is of no page, and told in other letters, so that the app's own page
 * says so and not Express. Whoever follows an affiliate's link is led to the store, however it was typed or mangled on its way. Three kinds of
 * addresses would end before the route sees them: Express answers 400 to a code that cannot be decoded (`/r/SAVE10%`),
 * and Remix takes `/r/x.data` and a parameter named `_data` for questions of its own pages. They are told in other
 * letters, so that the link's own route answers, as ingest does.
 */
export function leadOddLinksOn(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const [, code, query] = /^\/r\/([^/?]+)(?:\?(.*))?$/s.exec(request.url ?? "") ?? [];
    if (code === undefined) {
      request.url = withReadablePath(request.url ?? "");
      return;
    }
    const path = `/r/${readable(code).replace(/\.data$/, "%2Edata")}`;
    request.url = query === undefined ? path : `${path}?${withoutOwnQuestion(query)}`;
  });
}

function withReadablePath(url: string): string {
  const [path = "", ...query] = url.split("?");
  return [readable(path), ...query].join("?");
}

function readable(code: string): string {
  try {
    decodeURIComponent(code);
    return code;
  } catch {
    return code.replaceAll("%", "%25");
  }
}

function withoutOwnQuestion(query: string): string {
  if (!new URLSearchParams(query).has("_data")) return query;
  const parts = query.split("&");
  return parts.filter((part) => !new URLSearchParams(part).has("_data")).join("&");
}
