import { methodName } from "#app/i18n/method-words.ts";
import { BlockStack, Button, EmptyState, Text } from "@shopify/polaris";
import { payoutList, payoutSectionFile } from "#app/contracts/lists/payouts.ts";
import type { PayoutSectionWire, PayoutWire } from "#app/contracts/payout.ts";
import type { ShadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { formatCount } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { Dash } from "../../shared/list/list-table.tsx";
import { StatusBadge, stateText } from "../../shared/status-badge.tsx";
import { ShadowBanner } from "../shadow/shadow-banner.tsx";
import { payoutText as t } from "./payout-text.ts";
import { countOf, methodChoices, payoutName, payoutsUrl, sectionUrl, totalText } from "./payout-words.ts";

type Props = {
  payouts: readonly PayoutWire[];
  /** Ids of payouts that wait for the confirmation of another person than the viewer. */
  confirmedByViewer: readonly string[];
  /** Number of payouts that need the merchant. */
  waiting: number;
  currencies: readonly string[];
  pagination: PageOfList;
  /** The store's switch from another app. */
  phase: ShadowPhase;
  timeZone: string;
};

const pay = { content: t("list.pay"), url: `${payoutsUrl}/new` };

/** Affiliates ▸ Payouts: every payout with its state and the next step. */
export function PayoutsPage({
  payouts,
  confirmedByViewer,
  waiting,
  currencies,
  pagination,
  phase,
  timeZone,
}: Props) {
  return (
    <ListPage
      list={payoutList}
      file={payoutSectionFile}
      title={t("list.title")}
      banner={<ShadowBanner phase={phase} />}
      primaryAction={pay}
      emptyStateHasPrimary
      secondaryActions={[{ content: t("list.settings"), url: "/dashboard/settings/payouts" }]}
      viewName="view"
      statuses={[
        { value: "needs-attention", label: t("list.attention", { count: waiting }) },
        { value: "in-progress", label: t("list.inProgress") },
        { value: "paid", label: t("list.paid") },
        { value: "canceled", label: t("list.canceled") },
      ]}
      searchLabel={t("list.search")}
      selects={[
        { name: "method", label: t("list.method"), choices: methodChoices },
        {
          name: "currency",
          label: t("list.currency"),
          choices: currencies.map((value) => ({ value, label: value })),
        },
      ]}
      resourceName={{ singular: t("list.one"), plural: t("list.many") }}
      rows={payouts}
      rowOf={({ id }) => ({ id, url: `${payoutsUrl}/${id}` })}
      renderCells={{
        payout: (payout) => payoutName(payout, timeZone),
        affiliates: (payout) => formatCount(countOf(payout)),
        amount: ({ totals }) => totalText(totals),
        status: (payout) => <PayoutStatus payout={payout} />,
        nextStep: (payout) => (
          <NextStepLink
            payout={payout}
            name={payoutName(payout, timeZone)}
            isConfirmer={confirmedByViewer.includes(payout.id)}
          />
        ),
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("list.emptyTitle")} image="/empty-commissions.svg" action={pay}>
          <p>{t("list.empty")}</p>
        </EmptyState>
      }
    />
  );
}

/** Badge of the section that comes first. With several sections a second line names it. */
function PayoutStatus({ payout: { state, sections } }: { payout: PayoutWire }) {
  const [first] = sections;
  const line = first && secondLine(first, sections.length > 1);
  return (
    <BlockStack gap="050" inlineAlign="start">
      <StatusBadge of="section" state={state} />
      {line ? (
        <Text as="span" tone="subdued" variant="bodySm">
          {line}
        </Text>
      ) : null}
    </BlockStack>
  );
}

function secondLine(section: PayoutSectionWire, isOneOfSeveral: boolean): string {
  const { method, state, reason } = section;
  if (isOneOfSeveral) {
    const name = stateText("section", state).toLowerCase();
    return t("list.sectionState", { method: methodName(method), state: name });
  }
  return state === "paid" || state === "canceled" ? reason : "";
}

type NextStepLinkProps = { payout: PayoutWire; name: string; isConfirmer: boolean };

function NextStepLink({ payout, name, isConfirmer }: NextStepLinkProps) {
  const isOfOther = ({ nextStep }: PayoutSectionWire) => isConfirmer && nextStep?.kind === "confirm_second";
  const section = payout.sections.find((one) => one.nextStep !== null && !isOfOther(one));
  if (!section?.nextStep) {
    return payout.sections.some(isOfOther) ? (
      <Text as="span" tone="subdued">
        {t("list.waitsForOther")}
      </Text>
    ) : (
      <Dash />
    );
  }
  const url =
    section.nextStep.kind === "confirm" || section.nextStep.kind === "confirm_second"
      ? `${payoutsUrl}/${payout.id}`
      : sectionUrl(section);
  return (
    <Button
      size="slim"
      url={url}
      accessibilityLabel={t("list.step", { step: section.nextStep.label, payout: name })}
    >
      {section.nextStep.label}
    </Button>
  );
}
