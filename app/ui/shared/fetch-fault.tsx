import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Page } from "@shopify/polaris";
import { ApiError, messageFor } from "./api-client.ts";
import { ErrorBanner } from "./error-banner.tsx";
import { RouteFault } from "./route-fault.tsx";

/**
 * Shown in place of data that could not be fetched (SPEC §8). `message` is used if the failure has no text of
 * its own.
 */
export function FetchFault({ title, message }: { title: string; message: string }) {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <RouteFault />;
  const shown = isNetworkError(error)
    ? messageFor(new ApiError({ kind: "network" }))
    : (ownWords(error) ?? message);
  return (
    <Page title={title}>
      <ErrorBanner message={shown} onRetry={() => window.location.reload()} />
    </Page>
  );
}

/** A read that takes too long brings its own advice. */
function ownWords(error: unknown): string | null {
  const isOwn = isRouteErrorResponse(error) && error.status === 503 && typeof error.data === "string";
  return isOwn && error.data !== "" ? error.data : null;
}

/** Browsers throw different messages when no answer arrives. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
