import { BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { CommissionDetailWire } from "#app/contracts/commission.ts";
import type { FlagWire } from "#app/contracts/flag.ts";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import type { CommissionDecision } from "#app/domain/decision.ts";
import { commissions } from "#app/i18n/en/admin/commissions.ts";
import { orders } from "#app/i18n/en/admin/orders.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatListDate, formatMoney, isZero, type MoneyOnWire } from "../../shared/format.ts";
import { Postings } from "../../shared/orders/postings.tsx";
import { StatusStrip } from "../../shared/status-strip.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import { FlagList } from "../fraud/flag-list.tsx";
import { Calculation } from "../orders/calculation.tsx";
import { commissionTimeline } from "../orders/order-timeline.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { ChangeAffiliate } from "./change-affiliate.tsx";
import { commissionName, debtWarning, EntryBadge, PaymentLink } from "./entry-cells.tsx";

provideTexts({ commissions, orders });
const t = merchantText("commissions");
const ordersText = merchantText("orders");

export type CommissionData = {
  readonly commission: CommissionDetailWire;
  /** The order's explanation. Null for bonuses and manual commissions. */
  readonly explained: OrderExplanationWire | null;
  readonly flags: readonly FlagWire[];
  readonly timeZone: string;
  /** Debt of the affiliate if the commission went back to zero; null without one. */
  readonly wouldOwe: MoneyOnWire | null;
  /** Id for the next adjustment, so that a form posted twice adjusts once. */
  readonly adjustmentId: string;
};

/** Page of a commission: state, amount, decisions and timeline. */
export function CommissionPage(data: CommissionData) {
  const { commission, flags, timeZone, wouldOwe, adjustmentId } = data;
  const { order, affiliate, amount } = commission;
  const [isChanging, setChanging] = useState(false);
  const warning = debtWarning(affiliate.name, wouldOwe, t);
  const { actions, refusal } = useDecisionActions(commission, warning);
  const isMovable = commission.kind === "order" && !isCreditedElsewhere(commission);
  const change = { content: t("page.change"), onAction: () => setChanging(true) };
  const openFlag = flags.find((one) => one.status === "open");
  const date = formatListDate(commission.decisions.at(-1)?.at ?? commission.createdAt, timeZone);
  return (
    <DetailPage
      title={commissionTitle(commission)}
      back={{ content: t("list.title"), url: "/dashboard/affiliates/commissions" }}
      secondaryActions={actions}
      moreActions={isMovable ? [change] : []}
      aside={<Aside commission={commission} explained={data.explained} timeZone={timeZone} />}
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <StatusStrip
        badge={<EntryBadge entry={commission} />}
        text={commission.reason.text}
        date={date}
        action={
          openFlag && <Button url={`/dashboard/affiliates/flags/${openFlag.id}`}>{t("page.review")}</Button>
        }
      />
      <Section title={t("page.amount")}>
        <Amount {...data} />
      </Section>
      <FlagList flags={flags} />
      <Section title={t("page.adjust")}>
        <details>
          <summary>{t("adjust.summary", { affiliate: affiliate.name })}</summary>
          <AdjustForm currency={amount.currencyCode} adjustmentId={adjustmentId} />
        </details>
      </Section>
      <Section title={t("page.timeline")}>
        <HistoryList entries={timelineOf(data)} timeZone={timeZone} />
      </Section>
      {isMovable && order && (
        <ChangeAffiliate
          isOpen={isChanging}
          onClose={() => setChanging(false)}
          from={{ name: affiliate.name, loses: amount }}
          programs={[]}
          warning={warning}
        />
      )}
    </DetailPage>
  );
}

/** "Commission for #1004", and for others their kind and affiliate. */
export function commissionTitle(commission: CommissionDetailWire): string {
  const { kind, order, affiliate } = commission;
  if (kind === "order" && order) return t("page.title", { order: order.name });
  return t("page.titleOther", { kind: commissionName(commission, t), affiliate: affiliate.name });
}

/** The order is credited to another affiliate now. It is moved on the order's page. */
function isCreditedElsewhere({ reason }: CommissionDetailWire): boolean {
  return ["reassigned-away", "outranked"].includes(reason.code);
}

const parts = ["pending", "approved", "inPayout", "paid"] as const;

function Amount({ commission, explained, timeZone }: CommissionData) {
  const { amount, postings } = commission;
  const several = parts.filter((name) => !/^[0.]*$/.test(commission[name].amount));
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <Text as="span" variant="headingLg" numeric>
          {formatMoney(amount)}
        </Text>
        <EntryBadge entry={commission} />
      </InlineStack>
      {explained?.summary && <Text as="p">{explained.summary}</Text>}
      {several.length > 1 && (
        <FactList
          facts={several.map((name) => ({
            term: t(`page.${name}`),
            description: formatMoney(commission[name]),
          }))}
        />
      )}
      {explained ? (
        <Calculation explained={explained} postings={postings} timeZone={timeZone} />
      ) : (
        <details>
          <summary>{ordersText("calculation.show")}</summary>
          <Postings postings={postings} timeZone={timeZone} />
        </details>
      )}
    </BlockStack>
  );
}

type AsideProps = Pick<CommissionData, "commission" | "explained" | "timeZone">;

function Aside({ commission, explained, timeZone }: AsideProps) {
  const { order, affiliate, program, payment, status } = commission;
  return (
    <>
      <Section title={t("page.order")}>
        <FactList
          facts={[
            ...(order
              ? [
                  {
                    term: t("page.order"),
                    description: <Link url={`/dashboard/orders/${order.id}`}>{order.name}</Link>,
                  },
                ]
              : []),
            ...(explained
              ? [{ term: t("page.placed"), description: formatListDate(explained.order.placedAt, timeZone) }]
              : []),
            {
              term: t("page.affiliate"),
              description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
            },
            {
              term: t("page.program"),
              description: <Link url={`/dashboard/programs/${program.id}`}>{program.name}</Link>,
            },
          ]}
        />
      </Section>
      {payment && (
        <Section title={t("page.payout")}>
          <PaymentLink payment={payment} status={status} timeZone={timeZone} />
        </Section>
      )}
    </>
  );
}

/** Available decisions, each after a confirmation. `warning` is shown before one that sets the commission to zero. */
function useDecisionActions(commission: CommissionDetailWire, warning: string | null) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const [decided, setDecided] = useState<CommissionDecision>("approved");
  const onDone = useCallback(
    () => void addToast({ message: t(`decisions.done.${decided}`), type: "success" }),
    [addToast, decided],
  );
  const { fetcher, refusal, isBusy } = useIntent("decide", onDone);
  const { amount } = commission;
  const named = isZero(amount) ? t("decisions.ofNothing") : formatMoney(amount);
  const actions = commission.open.map((kind) => {
    const label = t(`decisions.label.${kind}`);
    const about = t(`decisions.about.${kind}`);
    return {
      content: label,
      destructive: kind === "denied",
      loading: isBusy,
      onAction: () =>
        confirm({
          title: t(`decisions.title.${kind}`, { commission: named }),
          message: kind === "denied" && warning ? `${about} ${warning}` : about,
          confirmLabel: label,
          destructive: kind === "denied",
          note: noteOf(kind),
          onConfirm: (note) => {
            setDecided(kind);
            fetcher.submit({ intent: "decide", kind, note }, { method: "post" });
          },
        }),
    };
  });
  return { actions, refusal };
}

/** A denial needs a reason. Other decisions may have a note. */
export function noteOf(kind: CommissionDecision) {
  return kind === "denied"
    ? { label: t("decisions.reason"), missing: t("decisions.reasonMissing") }
    : { label: t("decisions.note"), missing: null };
}

function timelineOf({ commission, explained }: CommissionData): HistoryEntry[] {
  const entries = commissionTimeline(commission, explained?.refunds ?? [], ordersText);
  const { added, createdAt, id } = commission;
  if (!added) return entries;
  const text = added.note === "" ? t("page.added") : t("page.addedNote", { note: added.note });
  return [...entries, { id, text, actor: added.by, at: createdAt }];
}
