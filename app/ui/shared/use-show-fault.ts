import { type RefObject, useEffect } from "react";

/**
 * After a refusal the first field that is wrong gets the focus: in a long form it may be far from the button that was
 * pressed. Where no field is wrong, the banner above the form comes into sight.
 */
export function useShowFault(form: RefObject<HTMLFormElement>, refusal: unknown): void {
  useEffect(() => {
    if (!refusal) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else document.documentElement.scrollTo({ top: 0 });
  }, [form, refusal]);
}
