import { Banner, BlockStack, Box, Button, InlineStack, Link, Page, Text, TextField } from "@shopify/polaris";
import type { PortalWire } from "#app/contracts/portal.ts";
import { CopyButton } from "../shared/copy-button.tsx";
import { Section } from "../shared/detail-page.tsx";
import { StatusBadge } from "../shared/status-badge.tsx";
import { BalanceTable } from "../shared/affiliates/balance-table.tsx";
import { EarnedTable } from "../shared/affiliates/earned-table.tsx";
import { ShopBrand } from "./shop-brand.tsx";
import { statusText } from "./status-text.ts";

/** The affiliate's one page: their link, codes, balance and commissions, of one shop, and of nobody else. */
export function PortalPage({ shop, affiliate, commissions, nextCursor }: PortalWire) {
  const text = statusText(affiliate.status, shop.name);
  return (
    <main>
      <Page
        title={`Hello ${affiliate.name}`}
        titleMetadata={<StatusBadge status={affiliate.status} />}
        additionalMetadata={<ShopBrand brand={shop} />}
      >
        <BlockStack gap="400">
          {text && <Banner tone={affiliate.status === "pending" ? "info" : "warning"}>{text}</Banner>}
          <LinkSection affiliate={affiliate} />
          <Section title="Your balance">
            <BalanceTable balances={affiliate.balances} />
          </Section>
          <Section title="Your commissions">
            <EarnedTable commissions={commissions} timeZone={shop.timeZone} orderUrl={ownOrderUrl} />
            {nextCursor !== null && (
              <InlineStack align="end">
                <Button url={`?cursor=${encodeURIComponent(nextCursor)}`}>Older commissions</Button>
              </InlineStack>
            )}
          </Section>
          <Box paddingInline={{ xs: "400", sm: "0" }}>
            <InlineStack align="space-between" blockAlign="center" gap="400">
              {shop.contactEmail ? (
                <Text as="p" tone="subdued">
                  Questions? Write to <Link url={`mailto:${shop.contactEmail}`}>{shop.contactEmail}</Link>.
                </Text>
              ) : (
                <span />
              )}
              <form method="post" action="/portal/sign-out">
                <Button submit>Sign out</Button>
              </form>
            </InlineStack>
          </Box>
        </BlockStack>
      </Page>
    </main>
  );
}

function ownOrderUrl(orderId: string): string {
  return `/portal/orders/${encodeURIComponent(orderId)}`;
}

function LinkSection({ affiliate }: { affiliate: PortalWire["affiliate"] }) {
  const { referralLink, discountCodes } = affiliate;
  return (
    <Section title="Your link">
      <TextField
        label="Affiliate link"
        labelHidden
        value={referralLink}
        readOnly
        autoComplete="off"
        connectedRight={<CopyButton text={referralLink} label="Copy link" />}
      />
      <Text as="p" tone="subdued">
        Share this link. When someone buys after following it, you earn a commission.
      </Text>
      {discountCodes.length > 0 && (
        <>
          <Text as="h3" variant="headingSm">
            Your discount codes
          </Text>
          <InlineStack gap="300">
            {discountCodes.map((code) => (
              <InlineStack key={code} gap="200" blockAlign="center">
                <code>{code}</code>
                <CopyButton text={code} label={`Copy ${code}`} />
              </InlineStack>
            ))}
          </InlineStack>
        </>
      )}
    </Section>
  );
}
