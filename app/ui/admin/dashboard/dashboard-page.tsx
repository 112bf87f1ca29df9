import { BlockStack, Box, InlineGrid, Page, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { DashboardStatsWire, PerformanceWire } from "#app/contracts/dashboard.ts";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import type { SetupStep } from "#app/domain/dashboard-figures.ts";
import type { SignedIn } from "../frame/top-bar.tsx";
import { useIsListLoading } from "../../shared/list/use-list-loading.ts";
import { BestLists } from "./best-lists.tsx";
import { PerformanceCard } from "./performance-card.tsx";
import type { FilterChoices } from "./performance-filters.tsx";
import { ProblemBanners, type Problems } from "./problem-banners.tsx";
import { NewestSales, type SaleShown } from "./newest-sales.tsx";
import { SetupGuide, type TestOrderShown } from "./setup-guide.tsx";
import { StatePanel } from "./state-panel.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { ToDoCard, type ToDoShown } from "./to-do-card.tsx";
import { TrackingCard } from "./tracking-card.tsx";
import { useThemeEmbed } from "./use-theme-embed.ts";

type Props = FilterChoices & {
  stats: DashboardStatsWire;
  performance: PerformanceWire;
  /** What was wrong with the days that the address names. */
  fault: string | null;
  /** What waits, or why that cannot be said. */
  toDo: ToDoShown | string;
  sales: readonly SaleShown[];
  steps: readonly SetupStep[];
  testOrder: TestOrderShown | null;
  problems: Problems;
  tracking: TrackingWire;
  user: SignedIn;
  timeZone: string;
  /** The day that it is in the shop. */
  today: string;
};

/** SPEC §2: Dashboard. */
export function DashboardPage(props: Props) {
  const { stats, performance, fault, toDo, sales, problems, tracking, user, timeZone } = props;
  const isLoading = useIsListLoading();
  const isEmbedOn = useThemeEmbed();
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
        <SetupGuide steps={props.steps} testOrder={props.testOrder} shop={user.shop} />
        <Figures isLoading={isLoading}>
          <SummaryCards stats={stats} performance={performance} today={props.today} />
          <PerformanceCard
            performance={performance}
            fault={fault}
            affiliate={props.affiliate}
            program={props.program}
          />
        </Figures>
        <InlineGrid columns={{ xs: 1, lg: ["oneThird", "twoThirds"] }} gap="400" alignItems="start">
          <ToDoCard toDo={toDo} embedIsOff={!(isEmbedOn ?? tracking.embed.seenAt !== null)} />
          <NewestSales sales={sales} timeZone={timeZone} />
        </InlineGrid>
        <Figures isLoading={isLoading}>
          <BestLists performance={performance} />
        </Figures>
        <TrackingCard tracking={tracking} isEmbedOn={isEmbedOn} timeZone={timeZone} />
        <div className="no-print">
          <StatePanel user={user} />
        </div>
      </BlockStack>
    </Page>
  );
}

/** While figures of other days or others' are fetched, these are skeletons of themselves, so that nothing jumps. */
function Figures({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  return (
    <div aria-busy={isLoading} className={isLoading ? "figures-loading" : undefined}>
      <BlockStack gap="500">{children}</BlockStack>
    </div>
  );
}
