import type { IncomingMessage, ServerResponse } from "node:http";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { readableAddress } from "./readable-address.ts";

/** The request as Remix takes it; its Host is well-formed. Its signal is aborted when the connection closes before the answer is complete. */
export function remixRequest(incoming: IncomingMessage, outgoing: ServerResponse, appUrl: string): Request {
  const { method = "GET", url = "/" } = incoming;
  const headers = headersOf(incoming);
  if (headers.has("Origin")) leaveForeignFormToRoute(headers, appUrl);
  const closed = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) closed.abort();
  });
  const address = `http://${headers.get("Host") ?? "localhost"}${readableAddress(url)}`;
  const init = { method, headers, signal: closed.signal };
  if (method === "GET" || method === "HEAD") return new Request(address, init);
  return new Request(address, { ...init, body: createReadableStreamFromReadable(incoming), duplex: "half" });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) all.append(name, each);
  }
  return all;
}

/**
 * Remix answers a form whose Origin is not its Host with an empty 500 before any route sees it: another site's form, and
 * our own behind a proxy that changes the Host. The routes check the origin themselves, against the app's address too,
 * and answer 403. So they get the result of the comparison in a header that Remix lets pass.
 */
function leaveForeignFormToRoute(headers: Headers, appUrl: string): void {
  const host = headers.get("X-Forwarded-Host")?.split(",")[0]?.trim() || headers.get("Host");
  const from = URL.parse(headers.get("Origin") ?? "")?.host ?? "";
  if (from === host) return;
  headers.delete("Origin");
  headers.set("Sec-Fetch-Site", from === new URL(appUrl).host ? "same-origin" : "cross-site");
}
