import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { Section } from "../../shared/detail-page.tsx";
import { formatListTime } from "../../shared/format.ts";
import { deliveryText as t } from "./delivery-text.ts";

export type FailedEmailRow = {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly attempts: number;
  readonly failure: string;
  readonly lastFailedAt: string;
  readonly givenUp: boolean;
};

type Props = {
  emails: readonly FailedEmailRow[];
  timeZone: string;
  isBusy: boolean;
  onRetry: (id: string) => void;
};

/** Emails that keep failing. Those that are no longer retried can be sent again. */
export function FailedEmails({ emails, timeZone, isBusy, onRetry }: Props) {
  return (
    <Section title={t("emails.title")}>
      <Text as="p" tone="subdued">
        {t("emails.text")}
      </Text>
      <BlockStack as="ul" gap="400">
        {emails.map(({ id, to, subject, attempts, failure, lastFailedAt, givenUp }) => (
          <li key={id}>
            <InlineStack align="space-between" blockAlign="center" gap="200">
              <BlockStack gap="050">
                <Text as="p" fontWeight="semibold" breakWord>
                  {to}
                </Text>
                <Text as="p" breakWord>
                  {subject}
                </Text>
                <Text as="p" tone="critical" breakWord>
                  {failure}
                </Text>
                <Text as="p" tone="subdued">
                  {t("emails.attempts", { attempts, time: formatListTime(lastFailedAt, timeZone) })}
                </Text>
              </BlockStack>
              {givenUp ? (
                <Button
                  disabled={isBusy}
                  onClick={() => onRetry(id)}
                  accessibilityLabel={t("emails.sendLabel", { to })}
                >
                  {t("emails.send")}
                </Button>
              ) : (
                <Text as="p" tone="subdued">
                  {t("emails.retrying")}
                </Text>
              )}
            </InlineStack>
          </li>
        ))}
      </BlockStack>
    </Section>
  );
}
