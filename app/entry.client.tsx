import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadPatiently } from "#app/ui/shared/patient-loads.ts";

loadPatiently();
await readPageData();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

/**
 * Remix starts to read the page's data when it renders first, and throws a promise until it has them. Waiting for it
 * within React is not safe: anything that a person presses meanwhile makes React throw its error 345.
 */
async function readPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}
