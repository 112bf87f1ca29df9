import { Banner, BlockStack, Card, Text, TextField } from "@shopify/polaris";
import type { ReactNode } from "react";
import { CopyButton } from "../../shared/copy-button.tsx";

/** Before an invitation is sent, where nothing can be emailed. */
export function NoEmailServerBanner() {
  return <Banner tone="warning">No email server is set up. Copy the link and send it yourself.</Banner>;
}

/** A link that exists only in the answer it came with: after a reload nobody can show it again. */
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
