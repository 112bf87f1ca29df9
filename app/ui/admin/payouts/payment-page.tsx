import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Button, FormLayout, InlineStack, Link, Text } from "@shopify/polaris";
import type { payoutStepForm } from "#app/contracts/payout-section.ts";
import type { PaymentDetailWire } from "#app/contracts/payout.ts";
import { type SectionStatus, refusalOfOutcome } from "#app/domain/payouts/section.ts";
import { isReturnable } from "#app/domain/payouts/payment.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import { Postings } from "../../shared/orders/postings.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { CommissionsLink } from "./commissions-link.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { sectionUrl, stateMeanings, stateName } from "./payout-words.ts";
import { stepsUrl, usePayoutStep } from "./use-payout-step.ts";

export type PaymentPageData = {
  readonly payment: PaymentDetailWire;
  readonly commissionCount: number;
  /** State of its section. */
  readonly sectionStatus: SectionStatus;
  /** Today in the store's time zone. */
  readonly today: string;
  readonly history: readonly HistoryEntry[];
  readonly timeZone: string;
};

export function PaymentPage(data: PaymentPageData) {
  const { payment, sectionStatus, today, timeZone } = data;
  const { amount, affiliate, receiver } = payment;
  return (
    <DetailPage
      title={`Payment to ${affiliate.name}`}
      subtitle={receiver === "" ? formatMoney(amount) : `${formatMoney(amount)} to ${receiver}`}
      back={{ content: "Payout", url: sectionUrl({ payout: payment.payout, id: payment.section }) }}
      aside={<Aside {...data} />}
    >
      <Banner
        tone={payment.status === "needs_attention" ? "critical" : "info"}
        title={stateName(payment.status, payment.method)}
      >
        <p>{stateMeanings[payment.status]}</p>
        {payment.reason !== "" && <p>{payment.reason}</p>}
      </Banner>
      <PaymentActions payment={payment} sectionStatus={sectionStatus} today={today} />
      <Section title="Commissions">
        <PaymentLines covers={payment.covers} />
        <CommissionsLink of={payment.id} count={data.commissionCount} />
      </Section>
      <Section title="Ledger entries">
        <Postings postings={payment.entries} timeZone={timeZone} withAffiliate={false} />
        <Link url={`/dashboard/settings/ledger/transfers?subject=${payment.id}`}>Open in the ledger</Link>
      </Section>
      <Section title="Timeline">
        <HistoryList entries={historyOf(data)} timeZone={timeZone} />
      </Section>
    </DetailPage>
  );
}

function Aside({ payment }: PaymentPageData) {
  const { provider, affiliate, withheld, fee } = payment;
  return (
    <>
      <Section title="Details">
        <FactList
          facts={[
            {
              term: "Status",
              description: <PaymentBadge payment={payment} />,
            },
            { term: "Method", description: methodNames[payment.method] },
            { term: "Amount", description: formatMoney(payment.amount) },
            { term: "Kept for fees", description: formatMoney(withheld) },
            { term: "Provider's fee", description: formatMoney(fee) },
            { term: "Paid to", description: payment.receiver === "" ? "Outside the app" : payment.receiver },
            {
              term: "Affiliate",
              description: <Link url={`/dashboard/affiliates/${affiliate.id}`}>{affiliate.name}</Link>,
            },
          ]}
        />
      </Section>
      <Section title="Provider">
        {provider.paymentId === "" && provider.transactionId === "" && provider.status === "" ? (
          <Text as="p">No answer yet.</Text>
        ) : (
          <FactList
            facts={[
              { term: "Status", description: provider.status || "–" },
              { term: "Its id", description: provider.paymentId || "–" },
              { term: "Transaction", description: provider.transactionId || "–" },
            ]}
          />
        )}
      </Section>
    </>
  );
}

/** Decisions and events of the payment. An event that a decision already names is omitted. */
function historyOf({ payment, history }: PaymentPageData): HistoryEntry[] {
  const isDecided = ({ text }: HistoryEntry) =>
    history.some((one) => one.text === text || one.text.startsWith(`${text}: `));
  return [...history, ...instantsOf(payment).filter((one) => !isDecided(one))].toSorted(newestFirst);
}

const newestFirst = (a: HistoryEntry, b: HistoryEntry) => (a.at < b.at ? 1 : -1);

function instantsOf(payment: PaymentDetailWire): HistoryEntry[] {
  const instants = [
    ["planned", "Planned and set aside", payment.plannedAt],
    ["sent", "Sent", payment.sentAt],
    ["paid", "Paid", payment.settledAt],
    ["closed", payment.status === "paid" ? null : stateName(payment.status), payment.closedAt],
  ] as const;
  return instants.flatMap(([id, text, at]) =>
    text === null || at === null ? [] : [{ id, text, actor: "Affiliate Platform", at }],
  );
}

type PaymentCoverings = PaymentDetailWire["covers"];
type CoveredLine = PaymentCoverings["lines"][number];

/** Commissions that a payment pays, and its deductions. */
function PaymentLines({ covers }: { covers: PaymentCoverings }) {
  const { lines, total } = covers;
  return (
    <BlockStack gap="200">
      <ScrollBox label="Commissions">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Commission</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  <LineName line={line} />
                </th>
                <td>{formatMoney(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {total > lines.length && (
        <Text as="p" tone="subdued">
          The first {formatCount(lines.length)} of {formatCount(total)}
        </Text>
      )}
    </BlockStack>
  );
}

const names = {
  adjustment: "Adjustment",
  payment: "Earlier payment",
  write_off: "Write-off",
  opening_balance: "Opening balance",
} as const;

function LineName({ line }: { line: CoveredLine }) {
  if (line.kind !== "commission") return names[line.kind];
  const url = `/dashboard/affiliates/commissions/${line.id}`;
  const isDeduction = line.amount.amount.startsWith("-");
  return (
    <>
      <Link url={url}>{line.order?.name ?? "Commission"}</Link>
      {isDeduction && " (deduction)"}
    </>
  );
}

type PaymentActionsProps = {
  readonly payment: Pick<PaymentDetailWire, "id" | "method" | "status" | "contradiction">;
  readonly sectionStatus: SectionStatus;
  /** Today in the store's time zone. */
  readonly today: string;
};

type OutcomeChoice = typeof paid | typeof notPaid | typeof cameBack;

const paid = { value: "paid", label: "Paid" } as const;
const notPaid = { value: "failed", label: "Not paid" } as const;
const cameBack = { value: "returned", label: "Returned" } as const;

/** Outcomes of a payment that the provider contradicts. */
const choicesWhere: Partial<Record<PaymentDetailWire["status"], readonly OutcomeChoice[]>> = {
  paid: [paid, cameBack],
  returned: [cameBack, paid],
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
};

/** Outcomes that only a person can record; null if there are none. */
function questionOf({
  method,
  status,
  contradiction,
}: PaymentActionsProps["payment"]): OutcomeQuestion | null {
  const title = "Outcome";
  if (contradiction !== "") {
    const choices = choicesWhere[status] ?? [notPaid, paid];
    const message = `${contradiction}. No money moved here. Check with the provider, then record the outcome.`;
    return { title, message, choices };
  }
  const choices = [paid, notPaid];
  if (status === "needs_attention") {
    const message = "Check with the provider, then record the outcome.";
    return { title, message, choices };
  }
  const isByHand = method === "manual" ? status === "planned" : method === "bank" && status === "sent";
  if (isByHand) return { title, message: "Record the outcome once you know it.", choices };
  const isPaidByHand = status === "paid" && (method === "bank" || method === "manual");
  if (!isPaidByHand) return null;
  const message = "A returned payment goes back to the affiliate's balance.";
  return { title: "Record a return", message, choices: [cameBack] };
}

function ReturnToBalance({ id }: { readonly id: string }) {
  const step = usePayoutStep();
  const confirm = useConfirm();
  const returnPayment = () =>
    confirm({
      title: "Cancel this payment?",
      message: "PayPal returns it to the balance and may keep its fee.",
      confirmLabel: "Cancel payment",
      destructive: true,
      onConfirm: () => step.post({ intent: "returnToBalance", payment: id }),
    });
  return (
    <Section title="Unclaimed">
      <ErrorBanner message={step.refusal?.message} answer={step.refusal} />
      <Text as="p">PayPal returns it after 30 days. You can cancel it now.</Text>
      <InlineStack align="end">
        <Button onClick={returnPayment} loading={step.isBusy}>
          Cancel payment
        </Button>
      </InlineStack>
    </Section>
  );
}

type DecideFormProps = {
  readonly title: string;
  /** Names the payment and the reason for the decision. */
  readonly message: string;
  readonly payment: string;
  readonly choices: readonly { readonly value: "paid" | "failed" | "returned"; readonly label: string }[];
  /** Today in the store's time zone, YYYY-MM-DD. */
  readonly today: string;
};

/** Records the outcome of a payment with day and reference, and posts it to the ledger. */
function DecideForm({ title, message, payment, choices, today }: DecideFormProps) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  const { id, fields, banner } = useAppForm({
    id: "decide",
    defaultValue: {
      to: choices[0]?.value ?? "paid",
      date: today,
      reference: "",
      note: "",
    } satisfies FieldsOf<typeof payoutStepForm>,
    answer: fetcher.data,
  });
  return (
    <Section title={title}>
      <fetcher.Form method="post" action={stepsUrl} id={id} noValidate>
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="payment" value={payment} />
        <BlockStack gap="300">
          <Text as="p">{message}</Text>
          <ErrorBanner {...banner} />
          <FormLayout>
            <FormSelect field={fields.to} label="Outcome" options={[...choices]} />
            <FormLayout.Group>
              <FormTextField field={fields.date} label="Date" type="date" max={today} />
              <FormTextField
                field={fields.reference}
                label="Reference"
                maxLength={200}
                helpText="The bank's or provider's transaction number."
              />
            </FormLayout.Group>
            <FormTextField field={fields.note} label="Note" maxLength={500} />
          </FormLayout>
          <InlineStack align="end">
            <Button submit loading={fetcher.state !== "idle"}>
              Record outcome
            </Button>
          </InlineStack>
        </BlockStack>
      </fetcher.Form>
    </Section>
  );
}
