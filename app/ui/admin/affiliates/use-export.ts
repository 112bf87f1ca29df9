import { useCallback } from "react";
import { useUiActions, usePlace } from "../../state/ui-provider.tsx";

/**
 * The export as an action of the page. In the platform's admin a plain link would carry no proof of who asks, so there
 * the file is fetched, with the App Bridge's proof, and then handed to the browser.
 */
export function useExport(url: string, fileName: string) {
  const { embedded } = usePlace();
  const { addToast } = useUiActions();
  const save = useCallback(async () => {
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`The export answered ${answer.status}`);
      const address = URL.createObjectURL(await answer.blob());
      const link = document.createElement("a");
      link.href = address;
      link.download = fileName;
      link.click();
      URL.revokeObjectURL(address);
    } catch {
      addToast({ message: "The export failed. Please try again.", type: "error" });
    }
  }, [url, fileName, addToast]);
  return embedded
    ? { content: "Export CSV", onAction: () => void save() }
    : { content: "Export CSV", url, external: true };
}
