import type { MenuActionDescriptor } from "@shopify/polaris";
import { useState } from "react";
import { usePlace, useUiActions } from "../state/ui-provider.tsx";
import { usePageWait } from "../state/use-page-wait.ts";
import { messageFor } from "./api-error.ts";
import { downloadFile } from "./download-file.ts";

/** An action of a page that gets a file: a plain link, or, inside the platform's admin, a download with its proof. */
export function useFileAction(url: string, content: string): MenuActionDescriptor {
  const { embedded } = usePlace();
  const { addToast } = useUiActions();
  const [isFetching, setFetching] = useState(false);
  usePageWait(isFetching, "Preparing the file…");
  if (!embedded) return { content, url };
  const download = () => {
    setFetching(true);
    downloadFile(url)
      .catch((error: unknown) => {
        const retry = { content: "Try Again", onAction: download };
        addToast({ message: messageFor(error), type: "error", action: retry });
      })
      .finally(() => setFetching(false));
  };
  return { content, onAction: download };
}
