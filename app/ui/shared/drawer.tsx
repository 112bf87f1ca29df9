import { BlockStack, Box, Button, InlineStack, Text } from "@shopify/polaris";
import { XIcon } from "@shopify/polaris-icons";
import { type ReactNode, useEffect, useRef } from "react";
import { commonText as t } from "./common-text.ts";
import { giveFocusBack, whoAsks } from "./give-focus-back.ts";

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A side panel over the page. It is a native modal dialog, which traps the focus, closes with Escape and restores the
 * focus. Polaris has no drawer that it still recommends.
 */
export function Drawer({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const asker = whoAsks();
    if (shown && !shown.open) shown.showModal();
    return () => giveFocusBack(asker);
  }, []);
  return (
    // A click on the backdrop is a click on the dialog element itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className="drawer-content">
        <Box padding="400" borderBlockEndWidth="025" borderColor="border">
          <InlineStack align="space-between" blockAlign="center" wrap={false}>
            <Text as="h2" variant="headingLg">
              {title}
            </Text>
            <Button
              icon={XIcon}
              variant="tertiary"
              accessibilityLabel={t("close")}
              onClick={() => dialog.current?.close()}
            />
          </InlineStack>
        </Box>
        <Box padding="400">
          <BlockStack gap="400">{children}</BlockStack>
        </Box>
      </div>
    </dialog>
  );
}
