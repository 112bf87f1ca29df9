import { Banner, BlockStack, Card, Text, TextField } from "@shopify/polaris";
import type { ReactNode } from "react";
import { CopyButton } from "../../shared/copy-button.tsx";

/** Shown before an invitation is created, if no email server is set up. */
export function NoEmailServerBanner() {
  return <Banner tone="warning">No email server is set up. Copy the link and send it yourself.</Banner>;
}

/** The link exists only in this answer. After a reload it cannot be shown again. */
export function InvitationLink({
  name,
  link,
  children,
}: {
  name: string;
  link: string;
  children?: ReactNode;
}) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Invitation link for {name}
        </Text>
        <TextField
          label="Invitation link"
          labelHidden
          value={link}
          readOnly
          autoComplete="off"
          helpText="Copy it now. It's shown only once, works once, and expires in 14 days."
          connectedRight={<CopyButton text={link} label="Copy link" />}
        />
        {children}
      </BlockStack>
    </Card>
  );
}
