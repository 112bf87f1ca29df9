import type { ComponentProps } from "react";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { useText } from "../texts/use-text.ts";

/** An error with its title in the reader's language. */
export function OwnErrorBanner(props: Omit<ComponentProps<typeof ErrorBanner>, "title">) {
  const t = useText("portal");
  return <ErrorBanner title={t("error.banner")} {...props} />;
}
