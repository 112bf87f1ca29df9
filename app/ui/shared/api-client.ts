import { clearBrowserSession, storedToken } from "./browser-session.ts";
import { commonText as t } from "./common-text.ts";

/** SPEC §9. */
export const requestTimeoutMs = 30_000;

export type ApiRequest = {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** A 401 does not clear the stored session. */
  readonly keepsSession?: boolean;
  /** The browser finishes the request after the page has closed. */
  readonly outlivesPage?: boolean;
};

/**
 * Calls the API from the browser (SPEC §7): bearer header if a token is stored, JSON, 30 s. An empty body is null. The
 * caller checks the answer. A 401 clears the stored session unless the caller sets `keepsSession`; the caller decides
 * where to go.
 * @throws ApiError, or the caller's own abort reason.
 */
export async function callApi(path: string, request: ApiRequest = {}): Promise<unknown> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? requestTimeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    const response = await fetch(path, {
      method: request.method ?? "GET",
      headers: headersOf(),
      credentials: "same-origin",
      signal,
      keepalive: request.outlivesPage ?? false,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    // The body is read within the same timeout, so a stalled body times out too.
    const text = await response.text();
    if (response.status === 401 && !request.keepsSession) clearBrowserSession();
    return readAnswer(response, text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (request.signal?.aborted) throw error;
    throw new ApiError({ kind: timeout.aborted ? "timeout" : "network" });
  }
}

/**
 * Opens an endless stream of the API as text. The caller's signal closes it. There is no timeout, because the caller
 * judges silence. A 401 clears the stored session.
 * @throws ApiError, or the caller's own abort reason.
 */
export async function openApiStream(path: string, signal: AbortSignal): Promise<ReadableStream<string>> {
  const headers = { ...headersOf(), Accept: "text/event-stream" };
  const response = await fetch(path, {
    headers,
    credentials: "same-origin",
    cache: "no-store",
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError({ kind: "network" });
  });
  if (!response.ok || !response.body) {
    if (response.status === 401) clearBrowserSession();
    readAnswer(response, await response.text());
    throw new ApiError({ kind: "parse" });
  }
  return response.body.pipeThrough(new TextDecoderStream());
}

/** Inside Shopify's admin, App Bridge provides a fresh token for each call. A stored token could be another shop's. */
function bearerToken(): string | null {
  return "shopify" in window ? null : storedToken();
}

function headersOf(): Record<string, string> {
  const token = bearerToken();
  return {
    Accept: "application/json",
    "Content-Type": "application/json",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
}

function readAnswer(response: Response, text: string): unknown {
  if (!response.ok) {
    throw new ApiError({ kind: "status", status: response.status, ...readErrorBody(text) });
  }
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError({ kind: "parse" });
  }
}

function readErrorBody(text: string): { serverMessage: string | null; fields: readonly FieldMessage[] } {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null) return { serverMessage: null, fields: [] };
    const serverMessage = "message" in body && typeof body.message === "string" ? body.message : null;
    const errors = "errors" in body && Array.isArray(body.errors) ? (body.errors as unknown[]) : [];
    return { serverMessage, fields: errors.filter(isFieldMessage) };
  } catch {
    return { serverMessage: null, fields: [] };
  }
}

function isFieldMessage(value: unknown): value is FieldMessage {
  if (typeof value !== "object" || value === null) return false;
  return "field" in value && typeof value.field === "string" && "message" in value;
}

/** Kind of a failed call, as shown to people. */
export type ApiFailure =
  | { kind: "network" }
  | { kind: "timeout" }
  | { kind: "parse" }
  | { kind: "status"; status: number; serverMessage: string | null; fields: readonly FieldMessage[] };

export type FieldMessage = { readonly field: string; readonly message: string };

/** A call without a 2xx answer. Its `message` is shown on the screen. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(textOf(failure));
    this.failure = failure;
  }
}

/** The text of SPEC §8 for an error, word for word. */
export function messageFor(error: unknown): string {
  if (error instanceof ApiError) return textOf(error.failure);
  if (error instanceof Error && error.message) return error.message;
  return t("request.unexpected");
}

/** HTTP status of a failed call, or null without an answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof ApiError && error.failure.kind === "status" ? error.failure.status : null;
}

function textOf(failure: ApiFailure): string {
  if (failure.kind !== "status") return t(`request.${failure.kind}`);
  return textOfStatus(failure.status) ?? (failure.serverMessage || t("request.unexpected"));
}

function textOfStatus(status: number): string | null {
  if (status === 401) return t("request.unauthenticated");
  if (status === 403) return t("request.denied");
  if (status === 404) return t("request.missing");
  return null;
}
