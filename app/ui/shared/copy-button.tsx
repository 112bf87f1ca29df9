import { Button } from "@shopify/polaris";
import { ClipboardIcon } from "@shopify/polaris-icons";
import { useUiActions } from "../state/ui-provider.tsx";

/** Copies `text`; says so in a toast, or tells to copy by hand where the browser forbids it. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const { addToast } = useUiActions();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      addToast({ message: "Copied to clipboard" });
    } catch {
      addToast({ message: "Copying is not allowed here. Select the text and copy it.", type: "error" });
    }
  }
  return (
    <Button icon={ClipboardIcon} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
