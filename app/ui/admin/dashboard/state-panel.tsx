import { BlockStack, Button, ButtonGroup, Card, Collapsible, InlineStack, Text } from "@shopify/polaris";
import { useId, useState, useSyncExternalStore } from "react";
import { findBrowserSession } from "../../shared/browser-session.ts";
import { FactList } from "../../shared/detail-page.tsx";
import { usePlace, useUiActions, useUiState } from "../../state/ui-provider.tsx";
import type { SignedIn } from "../frame/top-bar.tsx";

/** SPEC §2: the developer's state-test panel, below the product's own content; closed by default in production. */
export function StatePanel({ user }: { user: SignedIn }) {
  const { developing } = usePlace();
  const [open, setOpen] = useState(developing);
  const id = useId();
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            State test panel
          </Text>
          <Button
            variant="tertiary"
            disclosure={open ? "up" : "down"}
            ariaExpanded={open}
            ariaControls={id}
            onClick={() => setOpen((now) => !now)}
          >
            {open ? "Hide" : "Show"}
          </Button>
        </InlineStack>
        <Collapsible id={id} open={open}>
          {open && <PanelContent user={user} />}
        </Collapsible>
      </BlockStack>
    </Card>
  );
}

/** SPEC §4: in the browser, when both keys are stored; inside the admin the platform's session token is the proof. */
function useIsAuthenticated(): boolean {
  const { embedded } = usePlace();
  const isStored = useSyncExternalStore(
    subscribeToStorage,
    () => findBrowserSession() !== null,
    () => true,
  );
  return embedded || isStored;
}

function subscribeToStorage(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}

function PanelContent({ user }: { user: SignedIn }) {
  const { theme, sidebarCollapsed, toasts } = useUiState();
  const { addToast, toggleTheme, toggleSidebar } = useUiActions();
  const authenticated = useIsAuthenticated();
  return (
    <BlockStack gap="400">
      <FactList
        facts={[
          { term: "Current theme", description: theme },
          { term: "Sidebar collapsed", description: sidebarCollapsed ? "Yes" : "No" },
          { term: "Active toasts", description: String(toasts.length) },
          { term: "Authenticated", description: authenticated ? "Yes" : "No" },
          { term: "User name", description: user.name },
          { term: "User e-mail", description: user.email ?? "None" },
        ]}
      />
      <ButtonGroup>
        <Button onClick={() => addToast({ message: "This is a test toast" })}>Add Test Toast</Button>
        <Button onClick={toggleTheme}>Toggle Theme</Button>
        <Button onClick={toggleSidebar}>Toggle Sidebar</Button>
      </ButtonGroup>
    </BlockStack>
  );
}
