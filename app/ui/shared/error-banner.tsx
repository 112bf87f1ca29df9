import { Banner } from "@shopify/polaris";
import { useState } from "react";

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
