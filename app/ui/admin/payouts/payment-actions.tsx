import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import type { payoutStepForm } from "#app/contracts/payout-steps.ts";
import type { PayoutItemDetailWire } from "#app/contracts/payout.ts";
import { type BatchStatus, refusalOfWord } from "#app/domain/payouts/batch.ts";
import { isToBeTakenBack } from "#app/domain/payouts/item.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormAnswer } from "../../shared/field-errors.ts";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { stepsUrl, usePayoutStep } from "./use-payout-step.ts";

type Props = {
  readonly item: Pick<PayoutItemDetailWire, "id" | "method" | "status" | "contradiction">;
  readonly batchStatus: BatchStatus;
  /** Today in the store's time zone. */
  readonly today: string;
};

type Choice = typeof paid | typeof notPaid | typeof cameBack;

const paid = { value: "settled", label: "Paid" } as const;
const notPaid = { value: "failed", label: "Not paid" } as const;
const cameBack = { value: "returned", label: "Returned" } as const;

/** Outcomes of a payment that the provider contradicts. */
const choicesWhere: Partial<Record<PayoutItemDetailWire["status"], readonly Choice[]>> = {
  settled: [paid, cameBack],
  returned: [cameBack, paid],
};

/** The steps that a person can take with a payment in its state. */
export function PaymentActions({ item, batchStatus, today }: Props) {
  // A payment without all its confirmations was not made.
  if (refusalOfWord({ status: batchStatus }) !== null) return null;
  if (isToBeTakenBack(item)) return <TakeBack id={item.id} />;
  const question = questionOf(item);
  return question && <DecideForm {...question} item={item.id} today={today} />;
}

type Question = { readonly title: string; readonly message: string; readonly choices: readonly Choice[] };

/** The outcome that only a person can record; null where there is none. */
function questionOf({ method, status, contradiction }: Props["item"]): Question | null {
  const title = "Outcome";
  if (contradiction !== "") {
    const choices = choicesWhere[status] ?? [notPaid, paid];
    const message = `${contradiction}. No money moved here. Check with the provider, then record the outcome.`;
    return { title, message, choices };
  }
  const choices = [paid, notPaid];
  if (status === "person") {
    const message = "Check with the provider, then record the outcome.";
    return { title, message, choices };
  }
  const isByHand = method === "outside" ? status === "planned" : method === "bank" && status === "sent";
  if (isByHand) return { title, message: "Record the outcome once you know it.", choices };
  const isPaidByHand = status === "settled" && (method === "bank" || method === "outside");
  if (!isPaidByHand) return null;
  const message = "A returned payment goes back to the affiliate's balance.";
  return { title: "Record a return", message, choices: [cameBack] };
}

function TakeBack({ id }: { readonly id: string }) {
  const step = usePayoutStep();
  const confirm = useConfirm();
  const takeBack = () =>
    confirm({
      title: "Cancel this payment?",
      message: "PayPal returns it to the balance and may keep its fee.",
      confirmLabel: "Cancel payment",
      destructive: true,
      onConfirm: () => step.post({ intent: "takeBack", item: id }),
    });
  return (
    <Section title="Unclaimed">
      <ErrorBanner message={step.refusal?.message} answer={step.refusal} />
      <Text as="p">PayPal returns it after 30 days. You can cancel it now.</Text>
      <InlineStack align="end">
        <Button onClick={takeBack} loading={step.isBusy}>
          Cancel payment
        </Button>
      </InlineStack>
    </Section>
  );
}

type DecideFormProps = {
  readonly title: string;
  /** Says which payment it is about, and why a person decides. */
  readonly message: string;
  readonly item: string;
  readonly choices: readonly { readonly value: "settled" | "failed" | "returned"; readonly label: string }[];
  /** Today in the store's time zone, YYYY-MM-DD. */
  readonly today: string;
};

/** Records the outcome of payments with its day and reference. Each is posted to the ledger. */
function DecideForm({ title, message, item, choices, today }: DecideFormProps) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  const { id, fields, banner } = useAppForm({
    id: "decide",
    defaultValue: {
      to: choices[0]?.value ?? "settled",
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
        <input type="hidden" name="item" value={item} />
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
