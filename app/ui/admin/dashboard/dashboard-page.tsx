import type { ShopifyGlobal } from "@shopify/app-bridge-react";
import {
  Banner,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  Collapsible,
  InlineGrid,
  InlineStack,
  Link,
  Text,
} from "@shopify/polaris";
import { type ReactNode, useCallback, useEffect, useId, useState, useSyncExternalStore } from "react";
import type { DashboardStatsWire, PerformanceWire } from "#app/contracts/dashboard.ts";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import type { SetupStep } from "#app/domain/dashboard-figures.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { findBrowserSession } from "../../shared/browser-session.ts";
import { FactList } from "../../shared/detail-page.tsx";
import { formatCount, formatDateTime, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { useIsListLoading } from "../../shared/list/use-list-loading.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { findAppBridge, usePageHost, useUiActions, useUiState } from "../../state/ui-provider.tsx";
import type { SignedInUser } from "../frame/top-bar.tsx";
import { BestLists } from "./best-lists.tsx";
import { PerformanceCard } from "./performance-card.tsx";
import type { FilterChoices } from "./performance-filters.tsx";
import { SetupGuide, type TestOrderShown } from "./setup-guide.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import { ToDoCard, type ToDoCounts } from "./to-do-card.tsx";
import { TrackingCard } from "./tracking-card.tsx";

type Props = FilterChoices & {
  stats: DashboardStatsWire;
  performance: PerformanceWire;
  /** Error in the URL's days. */
  fault: string | null;
  /** Items that need attention, or the reason they could not be counted. */
  toDo: ToDoCounts | string;
  sales: readonly SaleRow[];
  steps: readonly SetupStep[];
  testOrder: TestOrderShown | null;
  problems: Problems;
  tracking: TrackingWire;
  user: SignedInUser;
  timeZone: string;
  /** Today in the store's time zone. */
  today: string;
};

/** SPEC §2: Dashboard. */
export function DashboardPage(props: Props) {
  const { stats, performance, fault, toDo, sales, problems, tracking, user, timeZone } = props;
  const isLoading = useIsListLoading();
  const isEmbedOn = useThemeEmbed();
  return (
    <AppPage title="Dashboard" fullWidth>
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
    </AppPage>
  );
}

/** While other figures load, skeletons of the same size replace them, so that nothing jumps. */
function Figures({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  return (
    <div aria-busy={isLoading} className={isLoading ? "figures-loading" : undefined}>
      <BlockStack gap="500">{children}</BlockStack>
    </div>
  );
}

const embedHandle = "affiliate-embed";

/**
 * True if Shopify's admin reports the theme's app embed as active. Null outside the admin, or if its App Bridge
 * is too old to tell. Checks again each time the page becomes visible, as after the theme editor.
 */
export function useThemeEmbed(): boolean | null {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  const look = useCallback(() => {
    void askAdmin().then(setIsOn);
  }, []);
  useEffect(() => {
    look();
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [look]);
  return isOn;
}

async function askAdmin(): Promise<boolean | null> {
  try {
    const extensions = await findAppBridge()?.app.extensions();
    return extensions ? extensions.flatMap(embedsOf).includes("active") : null;
  } catch {
    return null;
  }
}

type Extensions = Awaited<ReturnType<ShopifyGlobal["app"]["extensions"]>>;

/** Activation states of our embed, reported under the theme extension. */
function embedsOf({ activations }: Extensions[number]): string[] {
  return activations.flatMap((one) =>
    "handle" in one && "status" in one && one.handle === embedHandle ? [one.status] : [],
  );
}

type Problems = {
  /** Failed deliveries and emails. */
  readonly deliveries: number;
  readonly emails: number;
  /** Differences found by the last proof. */
  readonly differences: number;
  /** Customers' data requests that are due soon. */
  readonly dataRequests: number;
};

/** Banners of problems. Renders nothing if there are none. */
export function ProblemBanners({ problems }: { problems: Problems }) {
  const { deliveries, emails, differences, dataRequests } = problems;
  return (
    <>
      {differences > 0 && (
        <Banner tone="critical" title="The books do not agree">
          <p>
            {`The last proof found ${counted(differences, "difference")}. `}
            <Link url="/dashboard/settings/ledger">See the proof</Link>
          </p>
        </Banner>
      )}
      {deliveries + emails > 0 && (
        <Banner tone="warning" title="Something could not be processed">
          <p>
            {`Waiting for you: ${waiting(deliveries, emails)}. `}
            <Link url="/dashboard/settings/health/deliveries">See what went wrong and try again</Link>
          </p>
        </Banner>
      )}
      {dataRequests > 0 && (
        <Banner tone="warning" title="Customers wait for their data">
          <p>
            {`Due within ten days: ${counted(dataRequests, "request")}. `}
            <Link url="/dashboard/settings/privacy?status=due-soon">See the requests</Link>
          </p>
        </Banner>
      )}
    </>
  );
}

function waiting(deliveries: number, emails: number): string {
  const parts = [
    deliveries > 0 && counted(deliveries, "delivery", "deliveries"),
    emails > 0 && counted(emails, "mail"),
  ];
  return parts.filter(Boolean).join(" and ");
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

type SaleRow = {
  readonly orderId: string;
  readonly name: string;
  readonly affiliateName: string;
  readonly placedAt: string;
  readonly net: MoneyOnWire;
};

type SalesTableProps = { sales: readonly SaleRow[]; timeZone: string };

/** Newest credited orders. */
function NewestSales({ sales, timeZone }: SalesTableProps) {
  return (
    <Card padding="0">
      <Box padding="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Newest sales
          </Text>
          {sales.length > 0 && <Link url="/dashboard/orders">All orders</Link>}
        </InlineStack>
      </Box>
      {sales.length > 0 ? <SalesTable sales={sales} timeZone={timeZone} /> : <NoSales />}
    </Card>
  );
}

function NoSales() {
  return (
    <Box padding="400" paddingBlockStart="0">
      <BlockStack gap="100">
        <Text as="p">No sales yet</Text>
        <Text as="p" tone="subdued">
          Orders that your affiliates bring appear here within seconds.
        </Text>
      </BlockStack>
    </Box>
  );
}

/** A plain table: five rows without selection cost the server a fraction of an IndexTable. */
function SalesTable({ sales, timeZone }: SalesTableProps) {
  return (
    <Box padding="400" paddingBlockStart="0">
      <ScrollBox label="Newest sales">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Affiliate</th>
              <th scope="col">Date</th>
              <th scope="col" className="amount">
                Net sales
              </th>
            </tr>
          </thead>
          <tbody>
            {sales.map((sale) => (
              <tr key={sale.orderId}>
                <td>
                  <Link url={`/dashboard/orders/${sale.orderId}`}>{sale.name}</Link>
                </td>
                <td>{sale.affiliateName}</td>
                <td>
                  <time dateTime={sale.placedAt}>{formatDateTime(sale.placedAt, timeZone)}</time>
                </td>
                <td className="amount">{formatMoney(sale.net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Box>
  );
}

/** SPEC §2: the developer's state-test panel, below the product's own content; closed by default in production. */
export function StatePanel({ user }: { user: SignedInUser }) {
  const { developing } = usePageHost();
  const [open, setOpen] = useState(developing);
  const id = useId();
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            State test panel
          </Text>
          <Button
            variant="tertiary"
            disclosure={open ? "up" : "down"}
            ariaExpanded={open}
            ariaControls={id}
            onClick={() => setOpen((now) => !now)}
          >
            {open ? "Hide" : "Show"}
          </Button>
        </InlineStack>
        <Collapsible id={id} open={open}>
          {open && <PanelContent user={user} />}
        </Collapsible>
      </BlockStack>
    </Card>
  );
}

/** SPEC §4: in the browser, when both keys are stored; inside the admin the platform's session token is the proof. */
function useIsAuthenticated(): boolean {
  const { embedded } = usePageHost();
  const isStored = useSyncExternalStore(
    subscribeToStorage,
    () => findBrowserSession() !== null,
    () => true,
  );
  return embedded || isStored;
}

function subscribeToStorage(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}

function PanelContent({ user }: { user: SignedInUser }) {
  const { theme, sidebarCollapsed, toasts } = useUiState();
  const { addToast, toggleTheme, toggleSidebar } = useUiActions();
  const authenticated = useIsAuthenticated();
  return (
    <BlockStack gap="400">
      <FactList
        facts={[
          { term: "Current theme", description: theme },
          { term: "Sidebar collapsed", description: sidebarCollapsed ? "Yes" : "No" },
          { term: "Active toasts", description: String(toasts.length) },
          { term: "Authenticated", description: authenticated ? "Yes" : "No" },
          { term: "User name", description: user.name },
          { term: "User e-mail", description: user.email ?? "None" },
        ]}
      />
      <ButtonGroup>
        <Button onClick={() => addToast({ message: "This is a test toast" })}>Add Test Toast</Button>
        <Button onClick={toggleTheme}>Toggle Theme</Button>
        <Button onClick={toggleSidebar}>Toggle Sidebar</Button>
      </ButtonGroup>
    </BlockStack>
  );
}
