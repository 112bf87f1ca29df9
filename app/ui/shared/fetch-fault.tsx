import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Page } from "@shopify/polaris";
import { ApiError, messageFor } from "./api-error.ts";
import { ErrorBanner } from "./error-banner.tsx";
import { RouteFault } from "./route-fault.tsx";

/** What a page whose data could not be fetched shows (SPEC §8): `message` where the failure has no text of its own. */
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

/** What cannot be read in time says itself what to ask for instead. */
function ownWords(error: unknown): string | null {
  const isOwn = isRouteErrorResponse(error) && error.status === 503 && typeof error.data === "string";
  return isOwn && error.data !== "" ? error.data : null;
}

/** What browsers throw when no answer came at all; each in words of its own. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
