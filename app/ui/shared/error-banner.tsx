import { useMatches } from "@remix-run/react";
import { Banner } from "@shopify/polaris";
import { useState } from "react";
import { commonText as t } from "./common-text.ts";

type Props = {
  message: string | null | undefined;
  /** Answer of the message. A dismissed banner returns with the next answer, even with the same text. */
  answer?: unknown;
  title?: string;
  onRetry?: () => void;
  /** For a caller that stores the message. The banner can be dismissed without it. */
  onDismiss?: () => void;
};

/** SPEC §8: the generic error banner. Without a message it renders nothing. */
export function ErrorBanner({ message, answer, title = t("error.title"), onRetry, onDismiss }: Props) {
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
      {...(onRetry && { action: { content: t("error.retry"), onAction: onRetry } })}
      onDismiss={dismiss}
    >
      <p>{message}</p>
    </Banner>
  );
}

/** Refusal in the answer of a form's action: */
export type FormRefusal = {
  readonly message: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** Posted values, which a page without JavaScript would lose. */
  readonly given?: Readonly<Record<string, string | string[]>>;
};

/** Answer of a form's action: refused, or done with the result. */
export type FormAnswer<Done extends object = object> =
  ({ readonly ok: false } & FormRefusal) | ({ readonly ok: true } & Done);

/** Error of the field of that path, for Polaris' `error` prop; undefined without one. */
export function fieldError(refusal: FormRefusal | null | undefined, field: string): string | undefined {
  return refusal?.errors.find((error) => error.field === field)?.message;
}

/** Message of the banner above a form; null if fields show all errors. */
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

/** Names the first parameter that the page ignores, as its loader says in `fault`. */
export function AddressFault() {
  const data: unknown = useMatches().at(-1)?.data;
  const fault = typeof data === "object" && data !== null && "fault" in data ? data.fault : null;
  return <AddressFaultBanner fault={typeof fault === "string" ? fault : null} />;
}

export function AddressFaultBanner({ fault }: { fault: string | null }) {
  return <ErrorBanner title={t("error.address")} message={fault} />;
}
