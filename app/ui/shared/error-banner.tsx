import { Banner } from "@shopify/polaris";

type Props = {
  message: string | null | undefined;
  title?: string;
  onRetry?: () => void;
  onDismiss?: () => void;
};

/** SPEC §8: the generic error banner. Without a message it renders nothing. */
export function ErrorBanner({ message, title = "Error", onRetry, onDismiss }: Props) {
  if (!message) return null;
  return (
    <Banner
      title={title}
      tone="critical"
      {...(onRetry && { action: { content: "Try Again", onAction: onRetry } })}
      {...(onDismiss && { onDismiss })}
    >
      <p>{message}</p>
    </Banner>
  );
}
