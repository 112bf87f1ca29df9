import { BlockStack, Card, Spinner, Text } from "@shopify/polaris";
import { useCallback, useEffect } from "react";
import { useCameBack } from "../shared/use-came-back.ts";
import { findAppBridge } from "./app-bridge.ts";
import { usePlace, useUiActions, useUiState } from "./ui-provider.tsx";

/** A wait that concerns the whole page: global loading of the Ui state, with its message. */
export function PageWait() {
  const { isGlobalLoading, globalLoadingMessage } = useUiState();
  const { setGlobalLoading } = useUiActions();
  const { embedded } = usePlace();
  useCameBack(useCallback(() => setGlobalLoading(false), [setGlobalLoading]));

  useEffect(() => {
    if (embedded) findAppBridge()?.loading(isGlobalLoading);
  }, [embedded, isGlobalLoading]);

  if (!isGlobalLoading) return null;
  const message = globalLoadingMessage ?? "Loading…";
  return (
    <output className="page-wait" aria-live="assertive">
      <Card>
        <BlockStack gap="200" inlineAlign="center">
          <Spinner hasFocusableParent />
          <Text as="p">{message}</Text>
        </BlockStack>
      </Card>
    </output>
  );
}
