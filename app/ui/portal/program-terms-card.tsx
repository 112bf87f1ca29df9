import { BlockStack, Card, List, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ProgramTermsWords } from "#app/contracts/portal.ts";

type CardProps = { readonly terms: ProgramTermsWords; readonly children?: ReactNode };

/** A program's terms in words. */
export function ProgramTermsCard({ terms, children }: CardProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {terms.program}
        </Text>
        <Lines lines={[...terms.lines, terms.notice]} />
        {children}
      </BlockStack>
    </Card>
  );
}

/** Lines of terms. */
export function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <List>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}
