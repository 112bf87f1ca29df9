import { BlockStack, Box, Page, Text } from "@shopify/polaris";
import type { DashboardStatsWire } from "#app/contracts/dashboard.ts";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import type { SetupStep } from "#app/domain/dashboard-figures.ts";
import type { SignedIn } from "../frame/top-bar.tsx";
import { ProblemBanners, type Problems } from "./problem-banners.tsx";
import { NewestSales, type SaleShown } from "./newest-sales.tsx";
import { SetupGuide } from "./setup-guide.tsx";
import { StatePanel } from "./state-panel.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { TrackingCard } from "./tracking-card.tsx";

type Props = {
  stats: DashboardStatsWire;
  sales: readonly SaleShown[];
  steps: readonly SetupStep[];
  problems: Problems;
  tracking: TrackingWire;
  user: SignedIn;
  timeZone: string;
};

/** SPEC §2: Dashboard. */
export function DashboardPage({ stats, sales, steps, problems, tracking, user, timeZone }: Props) {
  return (
    <Page title="Dashboard" fullWidth>
      <BlockStack gap="500">
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <BlockStack gap="100">
            <Text as="h2" variant="headingLg">
              Welcome to the Affiliate Platform
            </Text>
            <Text as="p" tone="subdued">
              Manage your affiliate programs and track performance.
            </Text>
          </BlockStack>
        </Box>
        <ProblemBanners problems={problems} />
        <SetupGuide steps={steps} shop={user.shop} />
        <SummaryCards stats={stats} />
        <NewestSales sales={sales} timeZone={timeZone} />
        <TrackingCard tracking={tracking} timeZone={timeZone} />
        <StatePanel user={user} />
      </BlockStack>
    </Page>
  );
}
