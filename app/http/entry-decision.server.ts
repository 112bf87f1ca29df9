import { isInAdmin } from "./embedded-document.ts";
import { findEmbeddedProof } from "./embedded.server.ts";

export type Entry = "dashboard" | "app-bridge" | "authorization" | "install";

/**
 * Where a request belongs whose cookie and token name nobody. `/`, `/install` and `/dashboard` all decide here, so none
 * of them leads to another that leads back.
 */
export function decideEntry(request: Request): Entry {
  // The dashboard checks the proof itself.
  if (findEmbeddedProof(request) !== null) return "dashboard";
  // A document in the admin that lost its parameters asks the App Bridge for proof; it never sees the form.
  if (isInAdmin(request)) return "app-bridge";
  const { searchParams } = new URL(request.url);
  // A shop begins an installation at its listing.
  return searchParams.has("shop") && searchParams.has("hmac") ? "authorization" : "install";
}

/** The address that a request for `/` or `/install` leads to; null where it is the install page's. */
export function findEntryAddress(request: Request): string | null {
  const { search } = new URL(request.url);
  const entry = decideEntry(request);
  if (entry === "install") return null;
  return entry === "authorization" ? `/auth${search}` : `/dashboard${search}`;
}
