/** A refusal as a form's action answers it: `{ message, errors: [{ field, message }] }`. */
export type FormRefusal = {
  readonly message: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** The posted values, which a page without a script would lose. */
  readonly given?: Readonly<Record<string, string | string[]>>;
};

/** Answer of a form's action: refused, or done with what the page needs to know then. */
export type FormAnswer<Done extends object = object> =
  ({ readonly ok: false } & FormRefusal) | ({ readonly ok: true } & Done);

/** The message for the field of that path, for Polaris' `error` prop; undefined where there is none. */
export function fieldError(refusal: FormRefusal | null | undefined, field: string): string | undefined {
  return refusal?.errors.find((error) => error.field === field)?.message;
}

/** The message of the banner above a form: none where a field shows each error. */
export function bannerMessage(
  refusal: FormRefusal | null | undefined,
  fields: readonly string[],
): string | null {
  if (!refusal) return null;
  const allShown = refusal.errors.length > 0 && refusal.errors.every((error) => fields.includes(error.field));
  return allShown ? null : refusal.message;
}

/** The `error` prop of a Polaris input that shows the errors of these paths. */
export function errorProp(
  refusal: FormRefusal | null | undefined,
  ...paths: readonly string[]
): { readonly error?: string } {
  const message = paths.map((path) => fieldError(refusal, path)).find((text) => text !== undefined);
  return message === undefined ? {} : { error: message };
}
