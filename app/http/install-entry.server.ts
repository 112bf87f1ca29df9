import { beginInstall } from "#app/flows/shops/begin-install.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import { readBrowserNonce, writeBrowserNonce } from "./cookies.server.ts";

/**
 * Begins an installation in this browser: the platform's address, and headers that bind what follows to it. A browser
 * that is in the middle of another installation keeps its secret, so that both can end.
 */
export async function startInstall(
  request: Request,
  typed: string,
): Promise<{ installUrl: string; headers: Headers } | Refusal> {
  const begun = await beginInstall(request, typed);
  if (isRefusal(begun)) return begun;
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of begun.cookies) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", writeBrowserNonce(readBrowserNonce(request) ?? randomToken()));
  return { installUrl: begun.location, headers };
}

/** True for a browser that goes to an address itself, rather than a program that wants JSON. */
export function isNavigation(request: Request): boolean {
  const mode = request.headers.get("Sec-Fetch-Mode");
  if (mode !== null) return mode === "navigate";
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}
