import { BlockStack, Card, Link, List, Text } from "@shopify/polaris";
import { CentredBox } from "./centred-box.tsx";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { InstallForm } from "./install-form.tsx";
import type { StoredSession } from "./use-stored-session.ts";

/** Word for word as specified; the style sheet writes the first letter large. */
const benefits = [
  "manage and track affiliate partnerships",
  "automatic commission calculations and payouts",
  "real-time performance analytics and reporting",
  "custom affiliate links and promotional codes",
  "automated affiliate payouts and reconciliation",
];

type Props = {
  formOn: boolean;
  typed: string;
  error: string | null;
  /** What became of a session that the browser has stored. */
  session?: StoredSession;
};

/** SPEC §2: a centred card with the form, what one gets, and what one agrees to. */
export function InstallPage({ formOn, typed, error, session }: Props) {
  return (
    <main>
      <CentredBox>
        <Card padding={{ xs: "400", sm: "600" }}>
          <BlockStack gap="500">
            <BlockStack gap="200">
              <Text as="h1" variant="headingXl" alignment="center">
                Install Affiliate Platform
              </Text>
              <Text as="p" tone="subdued" alignment="center">
                Connect your store to start managing affiliate partnerships and boost your sales.
              </Text>
            </BlockStack>
            {session && (
              <ErrorBanner message={session.problem} onRetry={session.tryAgain} onDismiss={session.dismiss} />
            )}
            {formOn ? <InstallForm typed={typed} error={error} /> : <FromThePlatform />}
            <BlockStack gap="200">
              <Text as="h2" variant="headingMd">
                What you&apos;ll get
              </Text>
              <div className="benefits">
                <List>
                  {benefits.map((benefit) => (
                    <List.Item key={benefit}>{benefit}</List.Item>
                  ))}
                </List>
              </div>
            </BlockStack>
            <Text as="p" variant="bodySm" tone="subdued" alignment="center">
              By using this app you agree to the{" "}
              <Link url="/terms" target="_blank">
                Terms of Service
              </Link>{" "}
              and{" "}
              <Link url="/privacy" target="_blank">
                Privacy Policy
              </Link>
              .
            </Text>
          </BlockStack>
        </Card>
      </CentredBox>
    </main>
  );
}

/** INSTALL_FORM=off: a listed app may not ask for a shop's domain. */
function FromThePlatform() {
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingMd">
        Install from Shopify
      </Text>
      <List type="number">
        <List.Item>Open the Shopify App Store while you are signed in to your store.</List.Item>
        <List.Item>Find Affiliate Platform and choose Install.</List.Item>
        <List.Item>
          Confirm what the app may do. It then opens in your store&apos;s admin, under Apps.
        </List.Item>
      </List>
      <Text as="p">If it is installed already, open it in your store&apos;s admin, under Apps.</Text>
    </BlockStack>
  );
}
