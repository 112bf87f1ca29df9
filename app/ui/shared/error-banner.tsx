import { useMatches } from "@remix-run/react";
import { Banner } from "@shopify/polaris";
import { type RefObject, useEffect, useState } from "react";

type Props = {
  message: string | null | undefined;
  /** The answer that the message is of. A dismissed banner comes back with the next one, also in the same words. */
  answer?: unknown;
  title?: string;
  onRetry?: () => void;
  /** For a caller that keeps the message; the banner is dismissed without it too. */
  onDismiss?: () => void;
};

/** SPEC §8: the generic error banner. Without a message it renders nothing. */
export function ErrorBanner({ message, answer, title = "Error", onRetry, onDismiss }: Props) {
  const [dismissed, setDismissed] = useState<{ message: unknown; answer: unknown } | null>(null);
  const isDismissed = dismissed?.message === message && dismissed?.answer === answer;
  if (dismissed && !isDismissed) setDismissed(null);
  if (!message || isDismissed) return null;
  function dismiss() {
    setDismissed({ message, answer });
    onDismiss?.();
  }
  return (
    <Banner
      title={title}
      tone="critical"
      {...(onRetry && { action: { content: "Try Again", onAction: onRetry } })}
      onDismiss={dismiss}
    >
      <p>{message}</p>
    </Banner>
  );
}

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

/** Names the first parameter that the page ignores, as its loader says in `fault`. */
export function AddressFault() {
  const data: unknown = useMatches().at(-1)?.data;
  const fault = typeof data === "object" && data !== null && "fault" in data ? data.fault : null;
  return <AddressFaultBanner fault={typeof fault === "string" ? fault : null} />;
}

export function AddressFaultBanner({ fault }: { fault: string | null }) {
  return <ErrorBanner title="Not all of this address could be shown" message={fault} />;
}
