import { createContext, useContext, useState } from "react";

export type TermsError = { readonly field: string; readonly message: string };

type TermsEditing = {
  readonly currency: string;
  /** Errors of the draft, by path */
  readonly errors: readonly TermsError[];
};

export const TermsEditingContext = createContext<TermsEditing>({ currency: "USD", errors: [] });

export function useEditorCurrency(): string {
  return useContext(TermsEditingContext).currency;
}

/** Error of exactly this path. */
export function useFaultAt(path: string): string | undefined {
  return useContext(TermsEditingContext).errors.find((error) => error.field === path)?.message;
}

/** Error of this field or of anything inside it, for Polaris' `error` prop. */
export function useFieldFault(...paths: readonly string[]): { error?: string } {
  const { errors } = useContext(TermsEditingContext);
  const found = errors.find((error) =>
    paths.some((path) => error.field === path || error.field.startsWith(`${path}.`)),
  );
  return found ? { error: found.message } : {};
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
