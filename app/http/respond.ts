import { createHash } from "node:crypto";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { type FieldError, isRefusal, type Refusal, type RefusalKind } from "#app/domain/refusal.ts";
import { refusalWords } from "./refusal-words.ts";
import { messageOf } from "#app/i18n/fault-words.ts";

/** HTTP status of each kind of refusal. */
const statusOf: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "not-possible": 422,
  unavailable: 503,
};

/** Keeps caches from serving one caller's answer to another. */
const vary = "Authorization, Cookie";

/** JSON for the API. Never cached unless `headers` says otherwise. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      Vary: vary,
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}

/** Body of all API errors: `{ code, message, errors: [{ field, code, message }] }`. */
export function errorResponse(
  status: number,
  reason: Reason,
  errors: readonly FieldError[] = [],
  headers: Record<string, string> = {},
): Response {
  return json(refusalWords({ reason, errors }), status, headers);
}

/** A path that exists, asked with a method that it does not know. */
export function methodNotAllowed(...allowed: readonly string[]): Response {
  return errorResponse(405, { code: "method_not_allowed", allowed: allowed.join(" or ") }, [], {
    Allow: allowed.join(", "),
  });
}

/** A refusal as an API answer. */
export function refusalResponse(refusal: Refusal): Response {
  const { refused, reason, errors } = refusal;
  // A missing object without field errors was named by the id in the URL.
  const isNameless = refused === "not-found" && errors.length === 0;
  return errorResponse(statusOf[refused], reason, isNameless ? [{ field: "id", reason }] : errors);
}

/** Status of a refusal, for forms that render it themselves. */
export function refusalStatus(refusal: Refusal): number {
  return statusOf[refusal.refused];
}

/** A refusal as the answer of a page or file: its message, with its status. */
export function refusalPage(refusal: Refusal): Response {
  return new Response(messageOf(refusal.reason), { status: refusalStatus(refusal) });
}

/** Data for a page. Throws a response for a refusal, so the page shows its message instead. */
export function answered<Answer>(found: Answer | Refusal): Answer {
  if (!isRefusal(found)) return found;
  throw refusalPage(found);
}

/**
 * JSON that a client may keep for `maxAgeSeconds`, privately, with a validator: asking again with
 * `If-None-Match` costs a 304 while nothing changed, and never hides a change.
 */
export function cachedJson(request: Request, body: unknown, maxAgeSeconds: number): Response {
  const etag = `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 27)}"`;
  const headers = { "Cache-Control": `private, max-age=${maxAgeSeconds}`, ETag: etag };
  if (!matchesEtag(request.headers.get("If-None-Match"), etag)) return json(body, 200, headers);
  return new Response(null, { status: 304, headers: { ...headers, Vary: vary } });
}

/** True where the caller has this very answer. A proxy that compresses marks the validator as weak. */
export function matchesEtag(header: string | null, etag: string): boolean {
  const given = new Set((header ?? "").split(",").map(withoutMark));
  return given.has(withoutMark(etag)) || given.has("*");
}

function withoutMark(etag: string): string {
  return etag.trim().replace(/^W\//, "");
}
