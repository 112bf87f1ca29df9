import { Card, Text } from "@shopify/polaris";
import { useState } from "react";
import type { RecentFiguresWire } from "#app/contracts/affiliate.ts";
import type { CodeWire } from "#app/contracts/code.ts";
import type { EarnedInWordsWire, OwnPayoutWire } from "#app/contracts/portal.ts";
import { affiliates } from "#app/i18n/en/admin/affiliates.ts";
import { codes as codeTexts } from "#app/i18n/en/admin/codes.ts";
import { commissions as commissionTexts } from "#app/i18n/en/admin/commissions.ts";
import { EarnedTable } from "../../shared/affiliates/earned-table.tsx";
import {
  DetailPage,
  Figures,
  Folded,
  type HistoryEntry,
  HistoryList,
  Section,
} from "../../shared/detail-page.tsx";
import { formatCount, formatListDate, formatMoney } from "../../shared/format.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { ordersUrl } from "../reports/report-figures.ts";
import { AffiliateAside } from "./affiliate-aside.tsx";
import { AffiliateStrip, type StripData } from "./affiliate-strip.tsx";
import { BalanceSection } from "./balance-section.tsx";
import { EditForm } from "./edit-form.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { LinksSection } from "./links-section.tsx";
import { PayoutsSection } from "./payout-sections.tsx";
import type { ProgramOption } from "./program-choice.tsx";
import { useStatusActions } from "./use-status-actions.ts";

provideTexts({ affiliates, codes: codeTexts, commissions: commissionTexts });

export type AffiliateData = StripData & {
  /** Programs to choose from. */
  readonly programs: readonly ProgramOption[];
  /** Programs in which the affiliate has custom terms (T12). */
  readonly customTerms: readonly string[];
  readonly codes: readonly CodeWire[];
  /** Figures of the last 30 days; null if they took too long to read. */
  readonly recent: RecentFiguresWire | null;
  /** The newest commissions. */
  readonly commissions: readonly EarnedInWordsWire[];
  /** The newest payments. */
  readonly payouts: readonly OwnPayoutWire[];
  readonly history: readonly HistoryEntry[];
  /** The store's currency, in which an adjustment is entered. */
  readonly currency: string;
  /** Id for the next adjustment, so that a form posted twice adjusts once. */
  readonly adjustmentId: string;
  /** Ids for the next write-off and opening balance, so that a form posted twice does it once. */
  readonly writeOffId: string;
  readonly openingBalanceId: string;
};

/** Page of an affiliate: state, balance, figures, commissions, links, payouts and timeline. */
export function AffiliatePage(props: AffiliateData) {
  const { affiliate, programs, commissions, history, timeZone } = props;
  const t = useText("affiliates");
  const changes = useStatusActions(affiliate, props.canEmail);
  const [isEditing, setEditing] = useState(false);
  const list = `?affiliate=${affiliate.id}`;
  const [newest] = history;
  function edit() {
    setEditing(true);
    requestAnimationFrame(() => document.querySelector<HTMLElement>("#affiliate input[name=name]")?.focus());
  }
  return (
    <DetailPage
      title={affiliate.name}
      back={{ content: t("list.title"), url: "/dashboard/affiliates" }}
      secondaryActions={[
        { content: t("page.addCommission"), url: `/dashboard/affiliates/commissions/new${list}` },
        { content: t("page.edit"), onAction: edit },
        ...changes.actions,
      ]}
      aside={<AffiliateAside {...props} onEdit={edit} />}
    >
      <AffiliateStrip {...props} changes={changes} />
      {changes.link !== null && (
        <Section title={t("invite.linkFor", { name: affiliate.name })}>
          <InvitationLink link={changes.link} />
        </Section>
      )}
      <BalanceSection {...props} />
      <RecentSection affiliateId={affiliate.id} recent={props.recent} />
      <Section
        title={t("page.commissions")}
        link={{
          content: t("page.viewAll"),
          url: `/dashboard/affiliates/commissions${list}`,
          spoken: t("page.viewAllCommissions"),
        }}
      >
        <EarnedTable
          commissions={commissions}
          timeZone={timeZone}
          orderUrl={(orderId) => `/dashboard/orders/${orderId}`}
          paymentUrl={(paymentId) => `/dashboard/affiliates/payouts/payments/${paymentId}`}
        />
      </Section>
      <LinksSection affiliate={affiliate} codes={props.codes} timeZone={timeZone} />
      <PayoutsSection
        affiliate={affiliate}
        payouts={props.payouts}
        isPaused={props.payoutPause.paused}
        timeZone={timeZone}
      />
      <Card>
        <Folded
          title={t("page.timeline")}
          {...(newest && { summary: `${newest.text}, ${formatListDate(newest.at, timeZone)}` })}
        >
          <HistoryList entries={history} timeZone={timeZone} />
        </Folded>
      </Card>
      <Card>
        <Folded title={t("edit.title")} isOpen={isEditing} onToggle={setEditing}>
          <EditForm key={affiliate.id} affiliate={affiliate} programs={programs} />
        </Folded>
      </Card>
    </DetailPage>
  );
}

type RecentProps = { readonly affiliateId: string; readonly recent: RecentFiguresWire | null };

/** Each figure opens the list that it sums. */
function RecentSection({ affiliateId, recent }: RecentProps) {
  const t = useText("affiliates");
  if (recent === null) {
    return (
      <Section title={t("page.performance")}>
        <Text as="p">{t("page.performanceFailed")}</Text>
      </Section>
    );
  }
  const { from, to, clicks, orders, net, commission } = recent;
  const filter = { affiliate: affiliateId };
  const days = { from, to };
  const report = new URLSearchParams({ report: "affiliates", ...days, ...filter, sort: "orders" });
  const url = `/dashboard/reports?${report.toString()}`;
  const sumUrl = (figure: "net" | "commission") =>
    ordersUrl(figure, { days, filter, currency: net.currencyCode });
  return (
    <Section title={t("page.performance")} link={{ content: t("page.viewReport"), url }}>
      <Figures
        figures={[
          { label: t("page.clicks"), value: formatCount(clicks), url },
          { label: t("page.orders"), value: formatCount(orders), url: ordersUrl("orders", { days, filter }) },
          { label: t("page.netSales"), value: formatMoney(net), url: sumUrl("net") },
          { label: t("page.commission"), value: formatMoney(commission), url: sumUrl("commission") },
        ]}
      />
    </Section>
  );
}
