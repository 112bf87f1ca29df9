import { Card, InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

type Props = {
  badge: ReactNode;
  /** Reason of the state, in one line. */
  text: string;
  /** Date of the state. */
  date?: string;
  /** The next step: a button or a link. */
  action?: ReactNode;
};

/** State of a page's subject with its reason and the next step, above the sections. */
export function StatusStrip({ badge, text, date, action }: Props) {
  return (
    <Card>
      <InlineStack gap="300" blockAlign="center" align="space-between">
        <InlineStack gap="200" blockAlign="center">
          {badge}
          <Text as="p">{text}</Text>
        </InlineStack>
        {(date !== undefined || Boolean(action)) && (
          <InlineStack gap="300" blockAlign="center">
            {date !== undefined && (
              <Text as="span" tone="subdued">
                {date}
              </Text>
            )}
            {action}
          </InlineStack>
        )}
      </InlineStack>
    </Card>
  );
}
