import { Text } from "@shopify/polaris";
import { PortalBox } from "./portal-box.tsx";

/** Where the address names a store that never had the app, or has it no more. */
export function NoStorePage() {
  return (
    <PortalBox title="No affiliate page here">
      <Text as="p">
        The store has no affiliate program with this app, or none any more. What you earned stays written
        down: ask the store about it.
      </Text>
    </PortalBox>
  );
}
