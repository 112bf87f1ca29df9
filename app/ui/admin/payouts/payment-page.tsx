import { methodName } from "#app/i18n/method-words.ts";
import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack, Link, Text } from "@shopify/polaris";
import type { payoutStepForm } from "#app/contracts/payout-section.ts";
import type { PaymentDetailWire } from "#app/contracts/payout.ts";
import { greetingName } from "#app/domain/affiliate.ts";
import { type SectionStatus, refusalOfOutcome } from "#app/domain/payouts/section.ts";
import { isReturnable } from "#app/domain/payouts/payment.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import {
  DetailPage,
  FactList,
  Folded,
  type HistoryEntry,
  HistoryList,
  Section,
} from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatListDate, formatMoney, isZero } from "../../shared/format.ts";
import { Postings } from "../../shared/orders/postings.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { CommissionsLink } from "./commissions-link.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { payoutText as t } from "./payout-text.ts";
import { sectionUrl, stateName } from "./payout-words.ts";
import { stepsUrl, usePayoutStep } from "./use-payout-step.ts";

export type PaymentPageData = {
  readonly payment: PaymentDetailWire;
  /** The affiliate's address; '' after an erasure. */
  readonly email: string;
  readonly commissionCount: number;
  /** State of its section. */
  readonly sectionStatus: SectionStatus;
  /** Today in the store's time zone. */
  readonly today: string;
  readonly history: readonly HistoryEntry[];
  readonly timeZone: string;
};

export function PaymentPage(data: PaymentPageData) {
  const { payment, email, sectionStatus, today, timeZone } = data;
  const { amount, affiliate, receiver } = payment;
  return (
    <DetailPage
      title={t("payment.title", { name: affiliate.name })}
      subtitle={
        receiver === "" ? formatMoney(amount) : t("payment.to", { amount: formatMoney(amount), receiver })
      }
      back={{ content: t("payout.back"), url: sectionUrl({ payout: payment.payout, id: payment.section }) }}
      aside={<Aside {...data} />}
    >
      <Card>
        <StatusStrip payment={payment} email={email} timeZone={timeZone} />
      </Card>
      <PaymentActions payment={payment} sectionStatus={sectionStatus} today={today} />
      <Section title={t("payment.commissions")}>
        <PaymentLines covers={payment.covers} />
        {data.commissionCount > 0 && <CommissionsLink of={payment.id} count={data.commissionCount} />}
      </Section>
      <Section title={t("payment.timeline")}>
        <HistoryList entries={historyOf(data)} timeZone={timeZone} />
      </Section>
      <Card>
        <Folded title={t("payment.entries")}>
          <BlockStack gap="300">
            <Postings postings={payment.entries} timeZone={timeZone} withAffiliate={false} />
            <Link url={`/dashboard/settings/ledger/transfers?subject=${payment.id}`}>
              {t("payment.openLedger")}
            </Link>
          </BlockStack>
        </Folded>
      </Card>
    </DetailPage>
  );
}

/** The badge, what it means, and the provider's reason. */
function StatusStrip({ payment, email, timeZone }: Pick<PaymentPageData, "payment" | "email" | "timeZone">) {
  const { affiliate, status } = payment;
  const shown = payment.contradiction === "" ? status : "needs_attention";
  const of = {
    name: greetingName(affiliate.name),
    amount: formatMoney(payment.amount),
    date: formatListDate(dateOf(payment), timeZone),
  };
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <PaymentBadge payment={payment} />
        <Text as="p">{t(`payment.meanings.${shown}`, of)}</Text>
        {(shown === "returned" || shown === "failed") && (
          <Link url={`/dashboard/affiliates/${affiliate.id}`}>{t("payment.viewBalance")}</Link>
        )}
        {shown === "unclaimed" && email !== "" && (
          <Button variant="primary" url={`mailto:${email}`} target="_top">
            {t("payment.email", of)}
          </Button>
        )}
      </InlineStack>
      {payment.reason !== "" && (
        <Text as="p" tone="subdued">
          {payment.reason}
        </Text>
      )}
    </BlockStack>
  );
}

const unclaimedDays = 30;
const dayMs = 86_400_000;

/** The day on which PayPal returns an unclaimed payment, or on which it ended. */
function dateOf({ status, plannedAt, sentAt, closedAt }: PaymentDetailWire): string {
  if (status !== "unclaimed") return closedAt ?? plannedAt;
  return new Date(Date.parse(sentAt ?? plannedAt) + unclaimedDays * dayMs).toISOString();
}

function Aside({ payment }: PaymentPageData) {
  const { affiliate, withheld, fee } = payment;
  return (
    <>
      <Section title={t("payment.details")}>
        <FactList
          facts={[
            { term: t("payment.method"), description: methodName(payment.method) },
            { term: t("payment.amount"), description: formatMoney(payment.amount) },
            ...(isZero(withheld)
              ? []
              : [{ term: t("payment.withheld"), description: formatMoney(withheld) }]),
            ...(isZero(fee) ? [] : [{ term: t("payment.fee"), description: formatMoney(fee) }]),
            { term: t("payment.paidTo"), description: payment.receiver || t("payment.outside") },
            {
              term: t("payment.affiliate"),
              description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
            },
          ]}
        />
      </Section>
      {payment.method !== "manual" && <ProviderDetails provider={payment.provider} />}
    </>
  );
}

/** Collapsed: the provider's own status and ids. */
function ProviderDetails({ provider }: Pick<PaymentDetailWire, "provider">) {
  const { status, paymentId, transactionId } = provider;
  return (
    <Card>
      <Folded title={t("payment.provider")}>
        {status + paymentId + transactionId === "" ? (
          <Text as="p">{t("payment.noAnswer")}</Text>
        ) : (
          <FactList
            facts={[
              { term: t("payment.providerStatus"), description: status || "–" },
              { term: t("payment.providerId"), description: paymentId || "–" },
              { term: t("payment.transaction"), description: transactionId || "–" },
            ]}
          />
        )}
      </Folded>
    </Card>
  );
}

/** Decisions and events of the payment. An event that a decision already names is omitted. */
function historyOf({ payment, history }: PaymentPageData): HistoryEntry[] {
  const isDecided = ({ text }: HistoryEntry) =>
    history.some((one) => one.text === text || one.text.startsWith(`${text}: `));
  return [...history, ...instantsOf(payment).filter((one) => !isDecided(one))].toSorted(newestFirst);
}

/** Events at the same time are sorted as listed, the last one first. */
const newestFirst = (a: HistoryEntry, b: HistoryEntry) => Date.parse(b.at) - Date.parse(a.at);

function instantsOf(payment: PaymentDetailWire): HistoryEntry[] {
  const instants = [
    ["planned", t("payment.planned"), payment.plannedAt],
    ["sent", t("payment.sent"), payment.sentAt],
    ["paid", t("payment.paid"), payment.settledAt],
    ["closed", payment.status === "paid" ? null : stateName(payment.status), payment.closedAt],
  ] as const;
  return instants
    .toReversed()
    .flatMap(([id, text, at]) =>
      text === null || at === null ? [] : [{ id, text, actor: t("payment.app"), at }],
    );
}

type PaymentCoverings = PaymentDetailWire["covers"];
type CoveredLine = PaymentCoverings["lines"][number];

/** Commissions that a payment pays, and its deductions. */
function PaymentLines({ covers }: { covers: PaymentCoverings }) {
  const { lines, total } = covers;
  return (
    <BlockStack gap="200">
      <ScrollBox label={t("payment.commissions")}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t("payment.commission")}</th>
              <th scope="col" className="amount">
                {t("payment.amount")}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <LineName line={line} />
                </th>
                <td className="amount">{formatMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {total > lines.length && (
        <Text as="p" tone="subdued">
          {t("payment.first", { shown: lines.length, total })}
        </Text>
      )}
    </BlockStack>
  );
}

function LineName({ line }: { line: CoveredLine }) {
  if (line.kind !== "commission") return t(`payment.lines.${line.kind}`);
  const url = `/dashboard/affiliates/commissions/${line.id}`;
  const isDeduction = line.amount.amount.startsWith("-");
  return (
    <>
      <Link url={url}>{line.order?.name ?? t("payment.commission")}</Link>
      {isDeduction && ` ${t("payment.deduction")}`}
    </>
  );
}

type PaymentActionsProps = {
  readonly payment: Pick<PaymentDetailWire, "id" | "method" | "status" | "contradiction">;
  readonly sectionStatus: SectionStatus;
  /** Today in the store's time zone. */
  readonly today: string;
};

type OutcomeChoice = "paid" | "failed" | "returned";

/** Outcomes of a payment that the provider contradicts. */
const choicesWhere: Partial<Record<PaymentDetailWire["status"], readonly OutcomeChoice[]>> = {
  paid: ["paid", "returned"],
  returned: ["returned", "paid"],
};

/** Actions for a payment in its state. */
export function PaymentActions({ payment, sectionStatus, today }: PaymentActionsProps) {
  // A payment without all its confirmations was not made.
  if (refusalOfOutcome({ status: sectionStatus }) !== null) return null;
  if (isReturnable(payment)) return <ReturnToBalance id={payment.id} />;
  const question = questionOf(payment);
  return question && <DecideForm {...question} payment={payment.id} today={today} />;
}

type OutcomeQuestion = {
  readonly title: string;
  readonly message: string;
  readonly choices: readonly OutcomeChoice[];
  /** It can be recorded, but nothing waits for it. */
  readonly isRare?: boolean;
};

/** Outcomes that only a person can record; null if there are none. */
function questionOf({
  method,
  status,
  contradiction,
}: PaymentActionsProps["payment"]): OutcomeQuestion | null {
  const title = t("outcome.title");
  if (contradiction !== "") {
    const choices = choicesWhere[status] ?? ["failed", "paid"];
    const message = `${t("outcome.contradicted", { contradiction })} ${t("outcome.check")}`;
    return { title, message, choices };
  }
  const choices = ["paid", "failed"] as const;
  if (status === "needs_attention") {
    return { title, message: t("outcome.check"), choices };
  }
  const isByHand = method === "manual" ? status === "planned" : method === "bank" && status === "sent";
  if (isByHand) return { title, message: t("outcome.once"), choices };
  const isPaidByHand = status === "paid" && (method === "bank" || method === "manual");
  if (!isPaidByHand) return null;
  const [returnTitle, message] = [t("outcome.returnTitle"), t("outcome.returnMessage")];
  return { title: returnTitle, message, choices: ["returned"], isRare: true };
}

function ReturnToBalance({ id }: { readonly id: string }) {
  const step = usePayoutStep();
  const confirm = useConfirm();
  const returnPayment = () =>
    confirm({
      title: t("unclaimed.ask"),
      message: t("unclaimed.message"),
      confirmLabel: t("unclaimed.submit"),
      destructive: true,
      onConfirm: () => step.post({ intent: "returnToBalance", payment: id }),
    });
  return (
    <Section title={t("unclaimed.title")}>
      <ErrorBanner message={step.refusal?.message} answer={step.refusal} />
      <Text as="p">{t("unclaimed.about")}</Text>
      <InlineStack align="end">
        <Button onClick={returnPayment} loading={step.isBusy}>
          {t("unclaimed.submit")}
        </Button>
      </InlineStack>
    </Section>
  );
}

type DecideFormProps = OutcomeQuestion & {
  readonly payment: string;
  /** Today in the store's time zone, YYYY-MM-DD. */
  readonly today: string;
};

/** Records the outcome of a payment with day and reference, and posts it to the ledger. */
function DecideForm({ title, message, payment, choices, isRare = false, today }: DecideFormProps) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  const { id, fields, banner } = useAppForm({
    id: "decide",
    defaultValue: {
      to: (choices[0] ?? "paid") as string,
      date: today,
      reference: "",
      note: "",
    } satisfies FieldsOf<typeof payoutStepForm>,
    answer: fetcher.data,
  });
  const form = (
    <fetcher.Form method="post" action={stepsUrl} id={id} noValidate>
      <input type="hidden" name="intent" value="decide" />
      <input type="hidden" name="payment" value={payment} />
      {choices.length === 1 && <input type="hidden" name="to" value={choices[0]} />}
      <BlockStack gap="300">
        <Text as="p">{message}</Text>
        <ErrorBanner {...banner} />
        <FormLayout>
          {choices.length > 1 && (
            <FormSelect
              field={fields.to}
              label={t("outcome.label")}
              options={choices.map((value) => ({ value, label: t(`outcome.choices.${value}`) }))}
            />
          )}
          <FormLayout.Group>
            <FormTextField field={fields.date} label={t("outcome.date")} type="date" max={today} />
            <FormTextField
              field={fields.reference}
              label={t("outcome.reference")}
              maxLength={200}
              helpText={t("outcome.referenceHelp")}
            />
          </FormLayout.Group>
          <FormTextField field={fields.note} label={t("outcome.note")} maxLength={500} />
        </FormLayout>
        <InlineStack align="end">
          <Button submit variant={isRare ? "secondary" : "primary"} loading={fetcher.state !== "idle"}>
            {isRare ? title : t("outcome.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
  if (!isRare) return <Section title={title}>{form}</Section>;
  return (
    <Card>
      <Folded title={title}>{form}</Folded>
    </Card>
  );
}
