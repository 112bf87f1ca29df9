import { createContext, useContext } from "react";

export type TermsError = { readonly field: string; readonly message: string };

type TermsEditing = {
  readonly currency: string;
  /** Faults of the draft, by path ("terms.rules.0.pay"). */
  readonly errors: readonly TermsError[];
};

export const TermsEditingContext = createContext<TermsEditing>({ currency: "USD", errors: [] });

export function useEditorCurrency(): string {
  return useContext(TermsEditingContext).currency;
}

/** The fault of exactly this part. */
export function useFaultAt(path: string): string | undefined {
  return useContext(TermsEditingContext).errors.find((error) => error.field === path)?.message;
}

/** The fault of this field or of anything inside it, for Polaris' `error` prop. */
export function useFieldFault(...paths: readonly string[]): { error?: string } {
  const { errors } = useContext(TermsEditingContext);
  const found = errors.find((error) =>
    paths.some((path) => error.field === path || error.field.startsWith(`${path}.`)),
  );
  return found ? { error: found.message } : {};
}
