import type { Reason } from "#app/domain/refusal-codes.ts";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { type FieldError, isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { limits, tooManyReason } from "./limits.ts";
import { parse } from "./parse.ts";
import { readFileForm, readForm } from "./read-body.ts";
import { readUpload, type UploadedFile } from "./read-upload.ts";
import { type FieldMessage, type RefusalWords, refusalWords } from "./refusal-words.ts";
import { requireShop, type ShopContext } from "./require-shop.server.ts";
import { refusalStatus } from "./respond.ts";

export type FormInput<Fields> = { readonly context: ShopContext; readonly fields: Fields };

/** Posted fields, with which a page without scripts fills its form again. */
type Posted = { readonly given: Readonly<Record<string, string | string[]>> };

/** A form that is not well-formed, with its errors. */
export type Misformed = {
  readonly context: ShopContext;
  readonly given: Readonly<Record<string, string | string[]>>;
  readonly told: readonly FieldError[];
};

type FormOptions = {
  readonly mostBytes?: number;
  /** Secret fields, which are never sent back to the page. */
  readonly secrets?: readonly string[];
  /** Further errors of a form that is not well-formed, for the same answer. */
  readonly alsoWrong?: (input: Misformed) => Promise<readonly FieldError[]>;
};

/**
 * Handles a form of the admin: checks that the sender may write, validates the fields and calls `run`. A
 * refusal is returned as data with its status, so the page shows it at the invalid field.
 */
export async function formAction<Schema extends z.ZodType, Answer>(
  request: Request,
  schema: Schema,
  run: (input: FormInput<z.output<Schema>> & Posted) => Promise<Answer | Refusal | Response>,
  { mostBytes, alsoWrong, secrets = [] }: FormOptions = {},
) {
  const context = await requireShop(request, { as: "page", need: "write" });
  if (isTooFast(context)) return tooFast();
  const given = await readForm(request, mostBytes);
  const said = Object.fromEntries(Object.entries(given).filter(([name]) => !secrets.includes(name)));
  const fields = parse(schema, given);
  if (isRefusal(fields)) {
    const more = await alsoWrong?.({ context, given, told: fields.errors });
    return refused({ ...fields, errors: [...fields.errors, ...(more ?? [])] }, said);
  }
  const result = await run({ context, fields, given: said });
  return isRefusal(result) ? refused(result, said) : result;
}

/** The text fields and file of a form. */
type FileGiven = { readonly said: Readonly<Record<string, string>>; readonly bytes: Buffer };

/** `formAction` for a form with a file, whose name is the field `fileName`. */
export async function fileAction<Answer>(
  request: Request,
  run: (input: {
    readonly context: ShopContext;
    readonly given: FileGiven;
  }) => Promise<Answer | Refusal | Response>,
  { megabytes = 10 }: { readonly megabytes?: number } = {},
) {
  const context = await requireShop(request, { as: "page", need: "write" });
  if (isTooFast(context)) return tooFast();
  const form = await readFileForm(request).catch((thrown: unknown) => {
    if (thrown instanceof Response && thrown.status === 413) return null;
    throw thrown;
  });
  if (!form) {
    return tooLargeForm({ code: "file_too_large", megabytes }, "file");
  }
  const { fields, fileName, bytes } = form;
  const result = await run({ context, given: { said: { ...fields, fileName }, bytes } });
  return isRefusal(result) ? refused(result, fields) : result;
}

/** `fileAction` for a file of any size, which `run` reads while it arrives. */
export async function uploadAction<Answer>(
  request: Request,
  { megabytes }: { readonly megabytes: number },
  run: (input: { readonly context: ShopContext } & UploadedFile) => Promise<Answer | Refusal | Response>,
) {
  const context = await requireShop(request, { as: "page", need: "write" });
  if (isTooFast(context)) return tooFast();
  const result = await readUpload<Answer | Refusal | Response | null>(request, {
    mostBytes: megabytes * 1_000_000,
    keep: (file) => run({ context, ...file }),
    tooLarge: () => null,
  });
  if (result === null) return tooLargeForm({ code: "file_too_large", megabytes }, "file");
  return isRefusal(result) ? refused(result, {}) : result;
}

function isTooFast({ shopId, actor, now }: ShopContext): boolean {
  return limits.adminForms(`${shopId}:${actor.id}`, now.getTime()) > 0;
}

const refused = (refusal: Refusal, given: Misformed["given"]) =>
  formProblem(refusalWords(refusal), refusalStatus(refusal), given);

/** Answers a form that is larger than its page reads. */
export function tooLargeForm(reason: Reason, field: string) {
  return formProblem(refusalWords({ reason, errors: [{ field, reason }] }), 413);
}

type FormProblemInput = Readonly<Record<string, string | string[]>>;

/** Answer to a refused form. Errors are shown at their fields, and what was typed is kept. */
export type FormProblem = {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  readonly errors: readonly FieldMessage[];
  /** The posted values, which a page without scripts would lose. */
  readonly given?: FormProblemInput;
};

/** Answers a refused form. */
export function formProblem(words: RefusalWords, status: number, given?: FormProblemInput) {
  const body: FormProblem = { ok: false, ...words, ...(given && { given }) };
  return data(body, { status });
}

/** Answers a form that is posted too often. */
export function tooFast() {
  return formProblem(refusalWords({ reason: tooManyReason, errors: [] }), 429);
}
