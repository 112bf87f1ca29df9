import { type FieldError, isRefusal, type Refusal, type RefusalKind } from "#app/domain/refusal.ts";

/** The one table from what the business refuses to what HTTP says. */
const statusOf: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "not-possible": 422,
  unavailable: 503,
};

/** What depends on who asks must not be kept for another. */
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

/** The form of every error answer of the API: `{ message, errors: [{ field, message }] }`. */
export function errorResponse(
  status: number,
  message: string,
  errors: readonly FieldError[] = [],
  headers: Record<string, string> = {},
): Response {
  return json({ message, errors }, status, headers);
}

/** A path that exists, asked with a method that it does not know. */
export function methodNotAllowed(...allowed: readonly string[]): Response {
  return errorResponse(405, `Use ${allowed.join(" or ")}`, [], { Allow: allowed.join(", ") });
}

/** A refusal as an API answer. */
export function refusalResponse(refusal: Refusal): Response {
  const { refused, message, errors } = refusal;
  // What is not there was named in the address, and by nothing else.
  const isNameless = refused === "not-found" && errors.length === 0;
  return errorResponse(statusOf[refused], message, isNameless ? [{ field: "id", message }] : errors);
}

/** Status of a refusal, for forms that render it themselves. */
export function refusalStatus(refusal: Refusal): number {
  return statusOf[refusal.refused];
}

/** What was read for a page; where it was refused, the page says why instead. */
export function answered<Answer>(found: Answer | Refusal): Answer {
  if (!isRefusal(found)) return found;
  throw new Response(found.message, { status: refusalStatus(found) });
}
