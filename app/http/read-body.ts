import type { Reason } from "#app/domain/refusal-codes.ts";
import { errorResponse } from "./respond.ts";

/** Largest body that the API and the forms read, in bytes. No honest one comes near. */
export const maxBodyBytes = 100_000;

/** Largest file that somebody may bring, in bytes: a provider's statement of 50,000 rows is smaller. */
export const maxFileBytes = 10_000_000;

/** A form of pasted lines, as an address writes what is no letter. */
export const maxPastedBytes = 1_500_000;

/**
 * Reads a body up to `limit` bytes and stops there: what is declared or turns out larger is a thrown 413.
 * The declared length alone is not believed.
 */
export async function readBody(request: Request, limit = maxBodyBytes): Promise<Buffer> {
  if (Number(request.headers.get("Content-Length") ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > limit) throw tooLarge(limit);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLarge(limit: number): Response {
  return badBody(413, { code: "body_too_large", most: limit });
}

export function badBody(status: number, reason: Reason): Response {
  return errorResponse(status, reason, [{ field: "body", reason }]);
}

/** Reads a JSON object; anything else is a thrown 400 or 415. An empty body reads as `{}`. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  const bytes = await readBody(request);
  if (bytes.length === 0) return {};
  if (!/^application\/json\b/i.test(type)) {
    throw badBody(415, { code: "body_type", type: "application/json" });
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw badBody(400, { code: "body_not_json" });
  }
}

/** Reads a posted form as text fields; a field given several times becomes a list. Files are ignored. */
export async function readForm(
  request: Request,
  limit = maxBodyBytes,
): Promise<Record<string, string | string[]>> {
  const form = await formOf(request, limit);
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (typeof before === "string") fields[name] = [before, value];
    else before.push(value);
  }
  return fields;
}

/** Reads a posted form that brings one file under the name `file`; its name, its bytes, and the text fields beside it. */
export async function readFileForm(
  request: Request,
): Promise<{ fields: Record<string, string>; fileName: string; bytes: Buffer }> {
  const form = await formOf(request, maxFileBytes + maxBodyBytes);
  const fields: Record<string, string> = {};
  let [fileName, bytes] = ["", Buffer.alloc(0)];
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else if (name === "file") [fileName, bytes] = [value.name, Buffer.from(await value.arrayBuffer())];
  }
  return { fields, fileName, bytes };
}

async function formOf(request: Request, limit: number): Promise<FormData> {
  const bytes = await readBody(request, limit);
  const type = request.headers.get("Content-Type") ?? "";
  const copy = new Request(request.url, {
    method: "POST",
    headers: { "Content-Type": type },
    body: bytes as BodyInit,
  });
  try {
    return await copy.formData();
  } catch {
    throw badBody(400, { code: "body_not_form" });
  }
}
