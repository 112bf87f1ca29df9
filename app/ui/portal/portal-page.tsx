import { Banner, BlockStack, Box, Button, InlineStack, Link, Page, Text, TextField } from "@shopify/polaris";
import type { PortalWire } from "#app/contracts/portal.ts";
import { CopyButton } from "../shared/copy-button.tsx";
import { Section } from "../shared/detail-page.tsx";
import { StatusBadge } from "../shared/status-badge.tsx";
import { BalanceTable } from "../shared/affiliates/balance-table.tsx";
import { EarnedTable } from "../shared/affiliates/earned-table.tsx";
import { PayoutOutlook } from "./payout-outlook.tsx";
import { ShopBrand } from "./shop-brand.tsx";
import { statusText } from "./status-text.ts";

/** The affiliate's one page: their link, codes, balance and commissions, of one shop, and of nobody else. */
export function PortalPage({ shop, affiliate, codes, commissions, nextCursor, outlook }: PortalWire) {
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
          <LinkSection affiliate={affiliate} codes={codes} />
          <Section title="Your balance">
            <BalanceTable balances={affiliate.balances} />
            <PayoutOutlook outlook={outlook} shopName={shop.name} />
          </Section>
          <Section title="Your commissions">
            <EarnedTable
              commissions={commissions}
              timeZone={shop.timeZone}
              orderUrl={ownOrderUrl}
              isOwn
              paymentUrl={(paymentId) => `/portal/payouts/${paymentId}`}
            />
            <Text as="p">
              Is an order of yours missing? <Link url="/portal/claims">Claim it</Link>.
            </Text>
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

function LinkSection({ affiliate, codes }: Pick<PortalWire, "affiliate" | "codes">) {
  const { referralLink } = affiliate;
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
      <Link url="/portal/links">Make links to any page of the store</Link>
      {codes.length > 0 && (
        <>
          <Text as="h3" variant="headingSm">
            Your discount codes
          </Text>
          <InlineStack gap="300">
            {codes.map(({ code, gives }) => (
              <InlineStack key={code} gap="200" blockAlign="center">
                <code>{code}</code>
                {gives && <Text as="span">{gives}</Text>}
                <CopyButton text={code} label={`Copy ${code}`} />
              </InlineStack>
            ))}
          </InlineStack>
        </>
      )}
    </Section>
  );
}
