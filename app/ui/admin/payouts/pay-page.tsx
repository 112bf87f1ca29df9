import { methodName } from "#app/i18n/method-words.ts";
import { useNavigation, useSubmit } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Button,
  Card,
  EmptyState,
  InlineStack,
  Layout,
  Text,
  useBreakpoints,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { PayoutPreviewWire } from "#app/contracts/payout.ts";
import { payoutPreviewList } from "#app/contracts/lists/payouts.ts";
import { isFixable, isMethodBlock, notPaidReasons } from "#app/domain/payouts/eligible.ts";
import type { ShadowPhase } from "#app/domain/shadow/shadow-mode.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { AppModal } from "../../shared/frame/app-modal.tsx";
import { AddressFault, ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { formatDate, formatMoney, isZero, type MoneyOnWire } from "../../shared/format.ts";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import { Dash, ListTable } from "../../shared/list/list-table.tsx";
import { useExportUrl, useListParams } from "../../shared/list/use-list-params.ts";
import { useFileAction } from "../../shared/file-button.tsx";
import { PhoneFoot } from "../../shared/phone-foot.tsx";
import { usePageAnswer } from "../../shared/form/use-intent.ts";
import { useRefresh } from "../../shared/use-refresh.ts";
import { ShadowBanner } from "../shadow/shadow-banner.tsx";
import { FixButton, PayBlockers } from "./pay-blockers.tsx";
import { type PayChoice, PayChoices, useChangeChoice } from "./pay-choices.tsx";
import { payoutText as t } from "./payout-text.ts";
import { payoutsUrl, peopleText } from "./payout-words.ts";

export type PayPageData = {
  readonly preview: PayoutPreviewWire;
  readonly fixable: PayoutPreviewWire["affiliates"];
  readonly choice: PayChoice;
  readonly usualMinimum: MoneyOnWire;
  /** Pending amounts by currency, and the next approval; read only if nobody can be paid. */
  readonly pending: readonly MoneyOnWire[];
  readonly nextApproval: string | null;
  /** Shown sections, as the confirmation posts them. */
  readonly expected: string;
  /** Idempotency key: a confirmation sent twice creates one payout. */
  readonly confirmationKey: string;
  /** False where no email server is set up. */
  readonly canEmail: boolean;
  /** The store's switch from another app. */
  readonly phase: ShadowPhase;
  readonly timeZone: string;
};

/** Affiliates ▸ Payouts ▸ Pay affiliates: all available balances of all methods, with one confirmation. */
export function PayPage(data: PayPageData) {
  const { preview, fixable, choice, usualMinimum, canEmail, phase, timeZone } = data;
  const { currencies } = preview;
  const waits = phase !== "never" && phase !== "complete";
  const count = waits ? 0 : currencies.reduce((sum, one) => sum + one.count, 0);
  const [isReviewing, setReviewing] = useState(false);
  const refused = usePageAnswer<{ readonly ok: false } & FormRefusal>();
  const refresh = useRefresh();
  // Amounts may have changed. Show the current ones.
  useEffect(() => {
    if (refused?.ok === false) refresh();
  }, [refused, refresh]);
  // One key per page view, so a double click is one confirmation.
  const [key] = useState(data.confirmationKey);
  const file = useFileAction(useExportUrl(payoutPreviewList), t("pay.export"));
  const minimum = choice.minimum === "" ? usualMinimum : { ...usualMinimum, amount: choice.minimum };
  return (
    <AppPage
      title={t("pay.title")}
      backAction={{ content: t("list.title"), url: payoutsUrl }}
      primaryAction={{
        content: t("pay.review"),
        disabled: count === 0,
        onAction: () => setReviewing(true),
      }}
      secondaryActions={[file]}
    >
      <BlockStack gap="400">
        {refused?.ok === false && <ErrorBanner message={refused.message} answer={refused} />}
        <AddressFault />
        <ShadowBanner phase={phase} />
        {!canEmail && <Banner tone="warning">{t("pay.noEmails")}</Banner>}
        <Layout>
          <Layout.Section>
            <BlockStack gap="400">
              <PayChoices key={choice.through} choice={choice} usualMinimum={usualMinimum} />
              <ReadyList data={data} count={count} />
              <PayBlockers currencies={currencies} fixable={fixable} minimum={minimum} timeZone={timeZone} />
            </BlockStack>
          </Layout.Section>
          <Layout.Section variant="oneThird">
            <PaySummary currencies={currencies} />
          </Layout.Section>
        </Layout>
        {count > 0 && (
          <PayFoot
            text={t("pay.foot", { amount: totalOf(currencies), affiliates: peopleText(count) })}
            onReview={() => setReviewing(true)}
          />
        )}
      </BlockStack>
      {isReviewing && count > 0 && (
        <PayModal data={data} confirmationKey={key} count={count} onClose={() => setReviewing(false)} />
      )}
    </AppPage>
  );
}

/** On phones the summary is below the lists, so the foot repeats its total and button. */
function PayFoot({ text, onReview }: { readonly text: string; readonly onReview: () => void }) {
  return (
    <PhoneFoot>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="span" fontWeight="semibold">
          {text}
        </Text>
        <Button variant="primary" onClick={onReview}>
          {t("pay.reviewShort")}
        </Button>
      </InlineStack>
    </PhoneFoot>
  );
}

/** "$48.21 + €3.00". */
function totalOf(currencies: PayoutPreviewWire["currencies"]): string {
  return currencies
    .filter((one) => one.count > 0)
    .map((one) => formatMoney(one.total))
    .join(" + ");
}

function ReadyList({ data, count }: { readonly data: PayPageData; readonly count: number }) {
  const { preview } = data;
  const { param } = useListParams();
  const change = useChangeChoice();
  const reason = notPaidReasons.find((one) => one === param("status"));
  const statuses = [
    { value: "not_paid", label: t("pay.notPaid") },
    ...(reason ? [{ value: reason, label: t(`notPaid.${reason}`) }] : []),
  ];
  const isEmpty = count === 0 && preview.affiliates.length === 0 && param("status") === "";
  return (
    <Card padding="0">
      {isEmpty ? (
        <EmptyState heading={t("pay.emptyTitle")} image="/empty-commissions.svg">
          <p>{pendingText(data)}</p>
        </EmptyState>
      ) : (
        <>
          <ListFilters
            list={payoutPreviewList}
            searchLabel={t("pay.search")}
            statuses={statuses}
            allLabel={readyText(preview.currencies, count)}
          />
          <ListTable
            resourceName={{ singular: t("pay.one"), plural: t("pay.many") }}
            list={payoutPreviewList}
            rows={preview.affiliates}
            rowOf={({ affiliate, available, amount }) => ({
              id: `${affiliate.id} ${available.currencyCode}`,
              url: `/dashboard/affiliates/${affiliate.id}`,
              isSelectable: amount !== null,
            })}
            renderCells={{
              amount: ({ amount, available }) => formatMoney(amount ?? available),
              paidTo: (row) => <PaidTo row={row} />,
            }}
            timeZone={data.timeZone}
            pagination={preview.pagination}
            bulkActions={[
              {
                content: t("pay.onlySelected"),
                onAction: (rows) => change("affiliates", affiliatesOf(rows).join(",")),
              },
            ]}
          />
        </>
      )}
    </Card>
  );
}

/** "2 of 3 ready, $39.81": the others' method is blocked. */
function readyText(currencies: PayoutPreviewWire["currencies"], ready: number): string {
  const blocked = currencies
    .flatMap(({ notPaid }) => notPaid)
    .filter(({ reason }) => isMethodBlock(reason))
    .reduce((sum, one) => sum + one.count, 0);
  const amount = totalOf(currencies);
  return t("pay.ready", { ready, count: ready + blocked, blocked, amount });
}

/** Where an affiliate is paid, or what prevents it with its fix. */
function PaidTo({ row }: { readonly row: PayoutPreviewWire["affiliates"][number] }) {
  const { smDown } = useBreakpoints();
  const { reason, text, receiver } = row;
  if (reason === null || !isFixable(reason)) return text || receiver || <Dash />;
  return (
    <BlockStack gap="100" inlineAlign={smDown ? "stretch" : "start"}>
      <Text as="span">{text}</Text>
      <FixButton row={row} />
    </BlockStack>
  );
}

/** "$6.75 is pending. Next approval Dec 25, 2026." */
function pendingText({ pending, nextApproval, timeZone }: PayPageData): string {
  if (pending.length === 0) return t("pay.empty");
  const amount = pending.map(formatMoney).join(" + ");
  return nextApproval === null
    ? t("pay.pending", { amount })
    : t("pay.pendingUntil", { amount, date: formatDate(nextApproval, timeZone) });
}

/** Affiliates of the selected rows. A row is an affiliate in one currency. */
function affiliatesOf(rows: readonly string[]): string[] {
  return [...new Set(rows.map((row) => row.split(" ")[0] ?? ""))];
}

type ModalProps = {
  readonly data: PayPageData;
  readonly confirmationKey: string;
  readonly count: number;
  readonly onClose: () => void;
};

/** The one confirmation of all sections. */
function PayModal({ data, confirmationKey, count, onClose }: ModalProps) {
  const { preview, choice, expected } = data;
  const submit = useSubmit();
  const isBusy = useNavigation().state !== "idle";
  const total = totalOf(preview.currencies);
  const pay = () => {
    const form = new FormData();
    const fields = {
      key: confirmationKey,
      expected,
      method: choice.method,
      through: choice.through,
      minimum: choice.minimum,
      program: choice.program?.id ?? "",
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (choice.chosen.length > 0) form.set("affiliates", choice.chosen.map((one) => one.id).join(","));
    onClose();
    submit(form, { method: "post" });
  };
  return (
    <AppModal
      title={t("pay.confirm.title", { affiliates: peopleText(count), amount: total })}
      onClose={onClose}
      primaryAction={{ content: t("pay.confirm.submit", { amount: total }), onAction: pay, loading: isBusy }}
      secondaryActions={[{ content: t("pay.confirm.cancel"), onAction: onClose }]}
    >
      <BlockStack gap="200">
        {preview.currencies.flatMap(({ currency, sections }) =>
          sections.map(({ method, count: many, total: sum }) => (
            <Text as="p" key={`${method} ${currency}`}>
              {t(`pay.confirm.line.${method}`, { count: many, amount: formatMoney(sum) })}
            </Text>
          )),
        )}
        <Fees currencies={preview.currencies} />
      </BlockStack>
    </AppModal>
  );
}

function Fees({ currencies }: Pick<PayoutPreviewWire, "currencies">) {
  return currencies
    .filter((one) => !isZero(one.estimatedFees))
    .map(({ currency, estimatedFees, withheld }) => (
      <Text as="p" key={currency} tone="subdued">
        {isZero(withheld)
          ? t("pay.confirm.fees", { amount: formatMoney(estimatedFees) })
          : t("pay.confirm.feesShared", {
              amount: formatMoney(estimatedFees),
              part: formatMoney(withheld),
            })}
      </Text>
    ));
}

type PaySummaryProps = { readonly currencies: PayoutPreviewWire["currencies"] };

/** Amounts, fees and funding by method, and the money needed in each currency. */
export function PaySummary({ currencies }: PaySummaryProps) {
  const shown = currencies.filter((one) => one.sections.length > 0);
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("pay.summary")}
        </Text>
        {shown.length === 0 && (
          <Text as="p" tone="subdued">
            {t("pay.emptyTitle")}
          </Text>
        )}
        {shown.map((one) => (
          <CurrencySummary key={one.currency} of={one} />
        ))}
      </BlockStack>
    </Card>
  );
}

function CurrencySummary({ of }: { readonly of: PayoutPreviewWire["currencies"][number] }) {
  return (
    <BlockStack gap="150">
      {of.sections.map((section) => (
        <BlockStack key={section.method} gap="050">
          <Line
            term={t("pay.method", { method: methodName(section.method), count: section.count })}
            amount={formatMoney(section.total)}
          />
          {section.method === "paypal" && (
            <Line term={t("pay.fee")} amount={formatMoney(section.estimatedFees)} isSubdued />
          )}
          {!isZero(section.withheld) && (
            <Line term={t("pay.byAffiliates")} amount={formatMoney(section.withheld)} isSubdued />
          )}
        </BlockStack>
      ))}
      <Line term={t("pay.need")} amount={formatMoney(of.funding)} isStrong />
    </BlockStack>
  );
}

type LineProps = {
  readonly term: string;
  readonly amount: string;
  readonly isSubdued?: boolean;
  readonly isStrong?: boolean;
};

function Line({ term, amount, isSubdued = false, isStrong = false }: LineProps) {
  const look = {
    ...(isSubdued && { tone: "subdued" as const, variant: "bodySm" as const }),
    ...(isStrong && { fontWeight: "semibold" as const }),
  };
  return (
    <InlineStack align="space-between" gap="200" wrap={false}>
      <Text as="span" {...look}>
        {term}
      </Text>
      <Text as="span" numeric {...look}>
        {amount}
      </Text>
    </InlineStack>
  );
}
