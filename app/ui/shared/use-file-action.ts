import type { MenuActionDescriptor } from "@shopify/polaris";
import { useState } from "react";
import { usePlace, useUiActions } from "../state/ui-provider.tsx";
import { usePageWait } from "../state/use-page-wait.ts";
import { messageFor } from "./api-error.ts";
import { downloadFile } from "./download-file.ts";
import { formatCount } from "./format.ts";

/** Bytes between two counts that are shown. */
const shownStep = 100_000;

function waitText(kilobytes: number): string {
  return kilobytes === 0 ? "Preparing the file…" : `Preparing the file… ${formatCount(kilobytes)} kB so far`;
}

/** An action of a page that gets a file: a plain link, or, inside the platform's admin, a download with its proof. */
export function useFileAction(url: string, content: string): MenuActionDescriptor {
  const { embedded } = usePlace();
  const { addToast } = useUiActions();
  const [isFetching, setFetching] = useState(false);
  const [kilobytes, setKilobytes] = useState(0);
  usePageWait(isFetching, waitText(kilobytes));
  if (!embedded) return { content, url };
  const download = () => {
    setFetching(true);
    setKilobytes(0);
    downloadFile(url, (bytes) => setKilobytes(Math.floor(bytes / shownStep) * (shownStep / 1000)))
      .catch((error: unknown) => {
        const retry = { content: "Try Again", onAction: download };
        addToast({ message: messageFor(error), type: "error", action: retry });
      })
      .finally(() => setFetching(false));
  };
  return { content, onAction: download };
}
