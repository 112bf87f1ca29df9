import { createHash } from "node:crypto";
import { json } from "./respond.ts";

/**
 * JSON that a client may keep for `maxAgeSeconds`, privately, with a validator: asking again with
 * `If-None-Match` costs a 304 while nothing changed, and never hides a change.
 */
export function cachedJson(request: Request, body: unknown, maxAgeSeconds: number): Response {
  const etag = `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 27)}"`;
  const headers = { "Cache-Control": `private, max-age=${maxAgeSeconds}`, ETag: etag };
  if (!isKnown(request.headers.get("If-None-Match"), etag)) return json(body, 200, headers);
  return new Response(null, { status: 304, headers: { ...headers, Vary: "Authorization, Cookie" } });
}

/** True where the caller has this very answer. A proxy that compresses marks the validator as weak. */
export function isKnown(header: string | null, etag: string): boolean {
  const given = new Set((header ?? "").split(",").map(withoutMark));
  return given.has(withoutMark(etag)) || given.has("*");
}

function withoutMark(etag: string): string {
  return etag.trim().replace(/^W\//, "");
}
