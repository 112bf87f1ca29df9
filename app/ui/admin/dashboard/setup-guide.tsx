import {
  Badge,
  BlockStack,
  Button,
  Card,
  Icon,
  InlineStack,
  Link,
  ProgressBar,
  Text,
} from "@shopify/polaris";
import { CheckCircleIcon } from "@shopify/polaris-icons";
import type { ReactNode } from "react";
import type { SetupStep, SetupStepId } from "#app/domain/dashboard-figures.ts";
import type { MoneyOnWire } from "../../shared/format.ts";
import { testAmount } from "../orders/test-amount.ts";
import { hiddenWhereDismissed, useDismissedGuide } from "./dismissed-guide.ts";

const texts: Record<SetupStepId, { title: string; hint: string; url: string }> = {
  "create-program": {
    title: "Create a program",
    hint: "Decide what affiliates earn, and for how long a click counts.",
    url: "/dashboard/programs",
  },
  "activate-program": {
    title: "Activate it",
    hint: "Only active programs credit new orders.",
    url: "/dashboard/programs?status=draft",
  },
  "switch-on-embed": {
    title: "Switch on tracking in your theme",
    hint: "One small script carries each click to the order. This step is done once the app hears from it.",
    url: "/dashboard#tracking",
  },
  invite: {
    title: "Invite an affiliate",
    hint: "They get a link to accept.",
    url: "/dashboard/affiliates",
  },
  "share-link": {
    title: "Have a link shared",
    hint: "Every affiliate has a link of their own; the first visit ticks this off.",
    url: "/dashboard/affiliates?status=active",
  },
  "first-sale": {
    title: "See the first sale",
    hint: "Its commission is calculated by itself and appears here.",
    url: "/dashboard/orders",
  },
};

/** A test order with its commission if it counted, and the reason. */
export type TestOrderShown = { orderId: string; name: string; amount: MoneyOnWire; reason: string };

type Props = { steps: readonly SetupStep[]; testOrder: TestOrderShown | null; shop: string };

/**
 * Steps to the first sale. They tick themselves off. The guide goes away after the last step or when dismissed. A test
 * order completes the last step but keeps the guide, which shows its commission.
 */
export function SetupGuide({ steps, testOrder, shop }: Props) {
  const [dismissed, dismiss] = useDismissedGuide(shop);
  const done = steps.filter((step) => step.done).length;
  if (dismissed || (done === steps.length && testOrder === null)) return null;
  return (
    <div id={guideId}>
      <style dangerouslySetInnerHTML={{ __html: hiddenWhereDismissed(guideId, shop) }} />
      <Card>
        <BlockStack gap="400">
          <InlineStack align="space-between" blockAlign="center">
            <InlineStack gap="200" blockAlign="center">
              <Text as="h2" variant="headingMd">
                Get to your first sale
              </Text>
              <Badge>{`${done} of ${steps.length} done`}</Badge>
            </InlineStack>
            <Button variant="tertiary" onClick={dismiss} accessibilityLabel="Dismiss the setup guide">
              Dismiss
            </Button>
          </InlineStack>
          <ProgressBar progress={(done / steps.length) * 100} size="small" ariaLabelledBy="setup-progress" />
          <span id="setup-progress" hidden>
            Setup progress
          </span>
          <BlockStack as="ol" gap="300">
            {steps.map((step) => (
              <Step key={step.id} step={step}>
                {step.id === "first-sale" && testOrder && <TestOrder order={testOrder} />}
              </Step>
            ))}
          </BlockStack>
        </BlockStack>
      </Card>
    </div>
  );
}

const guideId = "setup-guide";

function TestOrder({ order: { orderId, name, amount, reason } }: { order: TestOrderShown }) {
  return (
    <Text as="span" variant="bodySm">
      Test order: {testAmount(amount)}. {reason}{" "}
      <Link url={`/dashboard/orders/${encodeURIComponent(orderId)}`}>View order {name}</Link>
    </Text>
  );
}

function Step({ step, children }: { step: SetupStep; children?: ReactNode }) {
  const { title, hint, url } = texts[step.id];
  return (
    <li className="setup-step">
      <InlineStack gap="200" blockAlign="start" wrap={false}>
        <span>
          {step.done ? (
            <Icon source={CheckCircleIcon} tone="success" accessibilityLabel="Done" />
          ) : (
            <span className="to-do-mark">
              <Text as="span" visuallyHidden>
                To do
              </Text>
            </span>
          )}
        </span>
        <BlockStack gap="050">
          {step.done ? (
            <Text as="span" variant="bodyMd">
              {title}
            </Text>
          ) : (
            <Text as="span" variant="bodyMd">
              <Link url={url}>{title}</Link>
            </Text>
          )}
          <Text as="span" tone="subdued" variant="bodySm">
            {hint}
          </Text>
          {children}
        </BlockStack>
      </InlineStack>
    </li>
  );
}
