import { useSearchParams } from "@remix-run/react";
import { Banner, BlockStack, Button, ButtonGroup } from "@shopify/polaris";
import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import type { DashboardStatsWire, PerformanceWire } from "#app/contracts/dashboard.ts";
import type { TrackingWire } from "#app/contracts/tracking.ts";
import type { CommissionState } from "#app/domain/commission-state.ts";
import type { TopList } from "#app/domain/dashboard-figures.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import type { ShadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { charts } from "#app/i18n/en/admin/charts.ts";
import { dashboard } from "#app/i18n/en/admin/dashboard.ts";
import { tracking as trackingTexts } from "#app/i18n/en/admin/tracking.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { findBrowserSession } from "../../shared/browser-session.ts";
import { type ComparisonChoice, ComparisonSelect, DateRangePicker } from "../../shared/date-range-picker.tsx";
import { FactList } from "../../shared/detail-page.tsx";
import { formatListDate, formatMoney, type MoneyOnWire } from "../../shared/format.ts";
import { useIsListLoading } from "../../shared/list/use-list-loading.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useRefresh } from "../../shared/use-refresh.ts";
import { usePageHost, useUiActions, useUiState } from "../../state/ui-provider.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import type { SignedInUser } from "../frame/top-bar.tsx";
import { stateOfTracking, trackingText } from "../tracking/tracking-text.ts";
import { useThemeEmbed } from "../tracking/use-theme-embed.ts";
import { ShadowBanner } from "../shadow/shadow-banner.tsx";
import { DashCard } from "./dash-card.tsx";
import { type FilterChoices, PerformanceCard } from "./performance-card.tsx";
import { SetupGuide } from "./setup-guide.tsx";
import type { SetupShown } from "./setup-shown.ts";
import { SummaryCards } from "./summary-cards.tsx";
import { ToDoCard, type ToDoCounts } from "./to-do-card.tsx";
import { TopCard } from "./top-card.tsx";

provideTexts({ charts, dashboard, tracking: trackingTexts });

type Props = FilterChoices & {
  stats: DashboardStatsWire;
  performance: PerformanceWire;
  /** Error in the URL's days. */
  fault: string | null;
  top: TopList;
  /** Items that need attention, or the reason they could not be counted. */
  toDo: ToDoCounts | string;
  sales: readonly SaleRow[];
  /** Null for a store that sells through affiliates already. */
  setup: SetupShown | null;
  problems: Problems;
  /** The store's switch from another app. */
  phase: ShadowPhase;
  tracking: TrackingWire;
  user: SignedInUser;
  timeZone: string;
  /** Today in the store's time zone. */
  today: string;
};

/** SPEC §2: Dashboard. Lists and filters appear with the first affiliate. */
export function DashboardPage(props: Props) {
  const { stats, setup, problems, phase, tracking, user, timeZone } = props;
  const t = useText("dashboard");
  const refresh = useRefresh();
  const waitsForEmbed = setup?.steps.some(({ id, done }) => id === "tracking" && !done) ?? false;
  const { isOn, isChecking } = useThemeEmbed(waitsForEmbed ? refresh : undefined);
  const seen = { tracking, isEmbedOn: isOn, timeZone };
  const isLoading = useIsListLoading();
  return (
    <AppPage title={t("title")} fullWidth>
      <BlockStack gap="400">
        <div className="dash-welcome">
          <div>
            <h2>{t("welcome")}</h2>
            <p>{t("intro")}</p>
          </div>
          {stats.totalAffiliates > 0 && <DashboardDays days={props.performance.total} today={props.today} />}
        </div>
        <ProblemBanner problems={problems} />
        <ShadowBanner phase={phase} />
        {setup && <SetupGuide {...seen} setup={setup} isChecking={isChecking} shop={user.shop} />}
        {stats.totalAffiliates > 0 ? (
          <Activity {...props} isLoading={isLoading} state={stateOfTracking(seen)} />
        ) : (
          <>
            <SummaryCards
              stats={stats}
              performance={props.performance}
              today={props.today}
              hasTrend={false}
            />
            <DashCard title={t("performance.title")}>
              <p className="dash-subdued">{t("performance.none")}</p>
            </DashCard>
          </>
        )}
        <TrackingLine {...seen} />
        <div className="no-print">
          <StatePanel user={user} />
        </div>
      </BlockStack>
    </AppPage>
  );
}

type ActivityProps = Props & { isLoading: boolean; state: ReturnType<typeof stateOfTracking> };

/** Dashboard: figures of affiliates, and the tasks that need the merchant. */
function Activity({ isLoading, state, ...props }: ActivityProps) {
  const { stats, performance, fault, today, timeZone } = props;
  return (
    <div className="dash-activity">
      <Figures name="cards" isLoading={isLoading}>
        <SummaryCards stats={stats} performance={performance} today={today} hasTrend />
      </Figures>
      <div className="dash-to-do">
        <ToDoCard toDo={props.toDo} isTrackingOff={state === "off" || state === "not-detected"} />
      </div>
      <Figures name="chart" isLoading={isLoading}>
        <PerformanceCard
          performance={performance}
          fault={fault}
          affiliate={props.affiliate}
          program={props.program}
          today={today}
        />
      </Figures>
      <div className="dash-sales">
        <NewestSales sales={props.sales} timeZone={timeZone} />
      </div>
      <Figures name="top" isLoading={isLoading}>
        <TopCard performance={performance} top={props.top} />
      </Figures>
    </div>
  );
}

const comparisonChoices = ["year", "none"] as const;

/** Days of the figures, and what they are compared with. */
function DashboardDays({ days, today }: { days: DaySpan; today: string }) {
  const [params, setParams] = useSearchParams();
  const value = comparisonChoices.find((one) => one === params.get("compare")) ?? "previous";
  function compareWith(choice: ComparisonChoice): void {
    const next = new URLSearchParams(params);
    if (choice === "previous") next.delete("compare");
    else next.set("compare", choice);
    setParams(next, { preventScrollReset: true });
  }
  return (
    <div className="dash-days no-print">
      <DateRangePicker days={days} today={today} />
      <ComparisonSelect value={value} onChange={compareWith} />
    </div>
  );
}

type FiguresProps = {
  readonly name: "cards" | "chart" | "top";
  readonly isLoading: boolean;
  readonly children: ReactNode;
};

/** While other figures load, skeletons of the same size replace them, so that nothing jumps. */
function Figures({ name, isLoading, children }: FiguresProps) {
  return (
    <div aria-busy={isLoading} className={`dash-${name} ${isLoading ? "figures-loading" : ""}`}>
      {children}
    </div>
  );
}

type Problems = {
  /** Differences found by the last check of the ledger. */
  readonly differences: number;
  /** Customers' data requests that are due soon. */
  readonly dataRequests: number;
};

/** The gravest problem, as a banner. Smaller ones are to-dos. */
export function ProblemBanner({ problems: { differences, dataRequests } }: { problems: Problems }) {
  const t = useText("dashboard");
  if (differences > 0) {
    const action = { content: t("problems.books.action"), url: "/dashboard/settings/ledger" };
    return (
      <Banner tone="critical" title={t("problems.books.title")} action={action}>
        <p>{t("problems.books.text", { count: differences })}</p>
      </Banner>
    );
  }
  if (dataRequests === 0) return null;
  const action = {
    content: t("problems.dataRequests.action"),
    url: "/dashboard/settings/privacy?status=due-soon",
  };
  return (
    <Banner tone="warning" title={t("problems.dataRequests.title")} action={action}>
      <p>{t("problems.dataRequests.text", { count: dataRequests })}</p>
    </Banner>
  );
}

type SaleRow = {
  readonly orderId: string;
  readonly name: string;
  readonly affiliateName: string;
  readonly placedAt: string;
  readonly net: MoneyOnWire;
  /** State of its commission. Null if it earns none. */
  readonly state: CommissionState | null;
};

type SalesProps = { sales: readonly SaleRow[]; timeZone: string };

/** Newest credited orders. */
function NewestSales({ sales, timeZone }: SalesProps) {
  const t = useText("dashboard");
  const all = { content: t("sales.all"), url: "/dashboard/orders?status=credited" };
  return (
    <DashCard title={t("sales.title")} action={sales.length > 0 ? all : undefined}>
      {sales.length === 0 ? (
        <p className="dash-subdued">{t("sales.none")}</p>
      ) : (
        <SalesTable sales={sales} timeZone={timeZone} />
      )}
    </DashCard>
  );
}

function SalesTable({ sales, timeZone }: SalesProps) {
  const t = useText("dashboard");
  return (
    <table className="plain-table dash-rows">
      <thead>
        <tr>
          <th scope="col">{t("sales.order")}</th>
          <th scope="col" className="amount">
            {t("sales.net")}
          </th>
          <th scope="col">{t("sales.affiliate")}</th>
          <th scope="col">{t("sales.state")}</th>
          <th scope="col">{t("sales.date")}</th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.orderId}>
            <td>
              <AppLink className="dash-link" url={`/dashboard/orders/${sale.orderId}`}>
                {sale.name}
              </AppLink>
            </td>
            <td className="amount">{formatMoney(sale.net)}</td>
            <td>{sale.affiliateName}</td>
            <td>{sale.state !== null && <StatusBadge of="commission" state={sale.state} />}</td>
            <td>
              <time dateTime={sale.placedAt}>{formatListDate(sale.placedAt, timeZone)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type TrackingLineProps = Parameters<typeof trackingText>[1];

function TrackingLine(seen: TrackingLineProps) {
  const t = useText("tracking");
  const isOff = stateOfTracking(seen) === "off";
  return (
    <div className="dash-card dash-tracking">
      <span>{t("line", { state: trackingText(t, seen) })}</span>
      {isOff && (
        <Button variant="plain" url={seen.tracking.embed.switchUrl} target="_blank">
          {t("openEditor")}
        </Button>
      )}
      <AppLink className="dash-link" url="/dashboard/settings/health">
        {t("details")}
      </AppLink>
    </div>
  );
}

/** SPEC §2: the developer's state-test panel, below the product's own content; closed by default in production. */
export function StatePanel({ user }: { user: SignedInUser }) {
  const t = useText("dashboard");
  const { developing } = usePageHost();
  const [open, setOpen] = useState(developing);
  const id = useId();
  return (
    <section className="dash-card">
      <div className="dash-head">
        <h2>{t("state.title")}</h2>
        <Button
          variant="tertiary"
          disclosure={open ? "up" : "down"}
          ariaExpanded={open}
          ariaControls={id}
          onClick={() => setOpen((now) => !now)}
        >
          {open ? t("state.hide") : t("state.show")}
        </Button>
      </div>
      <div id={id} hidden={!open}>
        {open && <PanelContent user={user} />}
      </div>
    </section>
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
  const t = useText("dashboard");
  const { theme, sidebarCollapsed, toasts } = useUiState();
  const { addToast, toggleTheme, toggleSidebar } = useUiActions();
  const yesNo = (is: boolean) => (is ? t("state.yes") : t("state.no"));
  const authenticated = yesNo(useIsAuthenticated());
  return (
    <BlockStack gap="400">
      <FactList
        facts={[
          { term: t("state.theme"), description: theme },
          { term: t("state.sidebar"), description: yesNo(sidebarCollapsed) },
          { term: t("state.toasts"), description: String(toasts.length) },
          { term: t("state.authenticated"), description: authenticated },
          { term: t("state.userName"), description: user.name },
          { term: t("state.userEmail"), description: user.email ?? t("state.none") },
        ]}
      />
      <ButtonGroup>
        <Button onClick={() => addToast({ message: t("state.testToast") })}>{t("state.addToast")}</Button>
        <Button onClick={toggleTheme}>{t("state.toggleTheme")}</Button>
        <Button onClick={toggleSidebar}>{t("state.toggleSidebar")}</Button>
      </ButtonGroup>
    </BlockStack>
  );
}
