import { createContext, useContext, useState } from "react";

export type TermsError = { readonly field: string; readonly message: string };

type TermsEditing = {
  readonly currency: string;
  /** Errors to show, by path. */
  readonly errors: readonly TermsError[];
  /** Called when the field of that path was left, so its errors can be shown. */
  readonly leave: (path: string) => void;
};

export const TermsEditingContext = createContext<TermsEditing>({
  currency: "USD",
  errors: [],
  leave: () => undefined,
});

export function useEditorCurrency(): string {
  return useContext(TermsEditingContext).currency;
}

/** Error of exactly this path. */
export function useFaultAt(path: string): string | undefined {
  return useContext(TermsEditingContext).errors.find((error) => error.field === path)?.message;
}

/** Id of the field of a path, by which an error leads to it. */
export function fieldId(path: string): string {
  return `field-${path}`;
}

type EditedField = { readonly id: string; readonly onBlur: () => void; readonly error?: string };

/**
 * Props of the field of the first path, for Polaris' inputs. It shows errors of any of the paths, and of anything inside
 * them.
 */
export function useEditedField(...paths: readonly [string, ...string[]]): EditedField {
  const { errors, leave } = useContext(TermsEditingContext);
  const [own] = paths;
  const found = errors.find((error) =>
    paths.some((path) => error.field === path || error.field.startsWith(`${path}.`)),
  );
  return { id: fieldId(own), onBlur: () => leave(own), ...(found && { error: found.message }) };
}

/** React keys of items without an id, so that removing one does not move its input to the next. */
export function useItemKeys(count: number): {
  readonly keys: readonly number[];
  /** To be called when that item is removed. */
  readonly drop: (index: number) => void;
} {
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, index) => index));
  let fitting = keys;
  if (keys.length !== count) {
    const next = Math.max(-1, ...keys) + 1;
    const missing = Math.max(0, count - keys.length);
    fitting = [...keys.slice(0, count), ...Array.from({ length: missing }, (_, index) => next + index)];
    setKeys(fitting);
  }
  return { keys: fitting, drop: (index) => setKeys(fitting.filter((_, at) => at !== index)) };
}
