import { methodName } from "#app/i18n/method-words.ts";
import { BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import type { PayoutDetailWire, PayoutSectionWire } from "#app/contracts/payout.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatListDate, formatListTime, formatMoney } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useFileAction } from "../../shared/file-button.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { CommissionsLink } from "./commissions-link.tsx";
import { NextStepButton } from "./next-step-button.tsx";
import { payoutText as t } from "./payout-text.ts";
import { countOf, isMoving, payoutsUrl, peopleText, sectionUrl, totalText } from "./payout-words.ts";
import { SecondConfirmationHelp, SkippedSummary } from "./section-page.tsx";
import { expectedText, type PayoutFormPost, usePayoutForm } from "./use-payout-step.ts";

export type PayoutPageData = {
  readonly payout: PayoutDetailWire;
  readonly commissionCount: number;
  /** Totals of its sections in minor units, which a confirmation must match. */
  readonly totals: readonly { readonly section: string; readonly totalMinor: string }[];
  readonly staffCount: number;
  /** True if the viewer confirmed it, so another person has to. */
  readonly isConfirmer: boolean;
  readonly history: readonly HistoryEntry[];
  readonly timeZone: string;
};

/** A payout with several sections, each with its state and next step. Those that need the merchant come first. */
export function PayoutPage(data: PayoutPageData) {
  const { payout, history, timeZone } = data;
  const form = usePayoutForm(payout.id);
  const actions = useActions(data, form);
  const file = useFileAction(`/dashboard/export/${payout.id}/payout-payments.csv`, t("pay.export"));
  useLookWhile(payout.sections.some(isMoving));
  return (
    <DetailPage
      title={t("nameOfSections", { date: formatListDate(payout.createdAt, timeZone) })}
      subtitle={t("sumTo", { total: totalText(payout.totals), affiliates: peopleText(countOf(payout)) })}
      back={{ content: t("list.title"), url: payoutsUrl }}
      {...(actions.primary && { primaryAction: actions.primary })}
      secondaryActions={payout.sections.length > 0 ? [file] : []}
      moreActions={actions.more}
      aside={
        <>
          <Section title={t("payout.summary")}>
            <FactList
              facts={[
                { term: t("payout.total"), description: totalText(payout.totals) },
                ...(data.commissionCount === 0
                  ? []
                  : [
                      {
                        term: t("payout.commissions"),
                        description: <CommissionsLink of={payout.id} count={data.commissionCount} />,
                      },
                    ]),
                {
                  term: t("payout.createdBy"),
                  description: t("payout.by", {
                    name: payout.createdBy,
                    date: formatListTime(payout.createdAt, timeZone),
                  }),
                },
              ]}
            />
          </Section>
          <SkippedSummary payoutId={payout.id} skipped={payout.skipped} />
          <Section title={t("payout.timeline")}>
            <HistoryList entries={history} timeZone={timeZone} />
          </Section>
        </>
      }
    >
      <ErrorBanner message={form.refusal?.message} answer={form.refusal} />
      <SecondConfirmationHelp sections={payout.sections} staffCount={data.staffCount} />
      {payout.sections.length === 0 && (
        <Card>
          <Text as="p">{t("payout.noneSent")}</Text>
        </Card>
      )}
      {payout.sections.map((section) => (
        <Card key={section.id}>
          <SectionRow section={section} totalMinor={minorOf(data, section)} />
        </Card>
      ))}
    </DetailPage>
  );
}

function minorOf({ totals }: PayoutPageData, { id }: PayoutSectionWire): string {
  return totals.find((one) => one.section === id)?.totalMinor ?? "0";
}

function SectionRow({ section, totalMinor }: { section: PayoutSectionWire; totalMinor: string }) {
  const { method, planned, reason, nextStep } = section;
  // The payout is confirmed as a whole, by its own button.
  const isOfPayout = nextStep?.kind === "confirm" || nextStep?.kind === "confirm_second";
  return (
    <InlineStack gap="300" align="space-between" blockAlign="center">
      <BlockStack gap="100">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {methodName(method)}
          </Text>
          <Text as="span">{formatMoney(planned.total)}</Text>
          <StatusBadge of="section" state={section.state} />
        </InlineStack>
        <Text as="p" tone="subdued">
          {reason === ""
            ? peopleText(planned.count)
            : t("payout.sectionReason", { affiliates: peopleText(planned.count), reason })}
        </Text>
      </BlockStack>
      <InlineStack gap="300" blockAlign="center">
        {!isOfPayout && <NextStepButton section={section} totalMinor={totalMinor} isAlone={false} />}
        <Link
          url={sectionUrl(section)}
          accessibilityLabel={t("payout.viewLabel", { method: methodName(method) })}
        >
          {t("payout.view")}
        </Link>
      </InlineStack>
    </InlineStack>
  );
}

const isOpen = ({ status }: PayoutSectionWire) => status === "planning" || status === "planned";

function sumOf(sections: readonly PayoutSectionWire[]): string {
  return sections.map((one) => formatMoney(one.planned.total)).join(" + ");
}

/** Confirm and cancel all sections, each after a confirmation. */
function useActions(data: PayoutPageData, form: PayoutFormPost) {
  const confirm = useConfirm();
  const { sections } = data.payout;
  const unconfirmed = sections.filter((one) => one.nextStep?.kind === "confirm");
  const second = sections.filter((one) => one.nextStep?.kind === "confirm_second");
  const isSecond = unconfirmed.length === 0 && second.length > 0;
  const confirmable = data.isConfirmer ? [] : second;
  const asked = isSecond ? confirmable : unconfirmed;
  const expected = unconfirmed.map((one) => expectedText(one, minorOf(data, one))).join(",");
  const primary =
    asked.length === 0
      ? undefined
      : {
          content: asked[0]?.nextStep?.label ?? t("next.confirm"),
          disabled: form.isBusy,
          onAction: () =>
            confirm({
              title: t("confirm.titleOfAll", { amount: sumOf(asked) }),
              message: isSecond
                ? t("confirm.second", { name: asked[0]?.confirmedBy ?? t("confirm.anotherPerson") })
                : t("confirm.first"),
              confirmLabel: t("confirm.submitAll"),
              onConfirm: () => form.post(isSecond ? { intent: "approve" } : { intent: "confirm", expected }),
            }),
        };
  const cancel = {
    content: t("cancel.label"),
    destructive: true,
    disabled: form.isBusy,
    onAction: () =>
      confirm({
        title: t("cancel.titleOfAll"),
        message: t("cancel.message"),
        confirmLabel: t("cancel.label"),
        destructive: true,
        onConfirm: () => form.post({ intent: "cancel" }),
      }),
  };
  return { primary, more: sections.some(isOpen) ? [cancel] : [] };
}
