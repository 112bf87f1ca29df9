import { Button, type ButtonProps } from "@shopify/polaris";
import { useFileAction } from "./use-file-action.ts";

type Props = Pick<ButtonProps, "size" | "accessibilityLabel"> & { url: string; content: string };

/** A button that gets a file. As a link it says so, because the router would take it for a page and show nothing. */
export function FileButton({ url, content, ...looks }: Props) {
  const action = useFileAction(url, content);
  const target = action.onAction ? { onClick: () => action.onAction?.() } : { url, download: true };
  return (
    <Button {...looks} {...target}>
      {content}
    </Button>
  );
}
