import { useMatches } from "@remix-run/react";
import { ErrorBanner } from "../error-banner.tsx";

/** Names the first parameter that the page ignores, as its loader says in `fault`. */
export function AddressFault() {
  const data: unknown = useMatches().at(-1)?.data;
  const fault = typeof data === "object" && data !== null && "fault" in data ? data.fault : null;
  return <AddressFaultBanner fault={typeof fault === "string" ? fault : null} />;
}

export function AddressFaultBanner({ fault }: { fault: string | null }) {
  return <ErrorBanner title="Not all of this address could be shown" message={fault} />;
}
