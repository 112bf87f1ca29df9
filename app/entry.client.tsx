import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { findEarlyInput } from "#app/ui/shared/early-input.ts";
import { loadPatiently } from "#app/ui/shared/patient-loads.ts";

loadPatiently();
await readPageData();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <EarlyInput />
    </StrictMode>,
  );
});

function EarlyInput() {
  useLayoutEffect(() => queueMicrotask(findEarlyInput(document)), []);
  return null;
}

/**
 * Remix starts to read the page's data in its first render, and throws a promise until the data are there. Hydration
 * waits for them, because React throws error 345 if a person presses something while its root waits.
 */
async function readPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}
