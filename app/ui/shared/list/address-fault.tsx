import { useMatches } from "@remix-run/react";
import { ErrorBanner } from "../error-banner.tsx";

/** What of the page's address is not shown, and why, as the page's loader says it in `fault`. */
export function AddressFault() {
  const data: unknown = useMatches().at(-1)?.data;
  const fault = typeof data === "object" && data !== null && "fault" in data ? data.fault : null;
  return <AddressFaultBanner fault={typeof fault === "string" ? fault : null} />;
}

/** The same, where the loader says it elsewhere. */
export function AddressFaultBanner({ fault }: { fault: string | null }) {
  return <ErrorBanner title="Not all of this address could be shown" message={fault} />;
}
