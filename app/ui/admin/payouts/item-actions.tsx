import { Button, InlineStack, Text } from "@shopify/polaris";
import type { PayoutItemDetailWire } from "#app/contracts/payout.ts";
import { type BatchStatus, refusalOfWord } from "#app/domain/payouts/batch.ts";
import { isToBeTakenBack } from "#app/domain/payouts/decide.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { DecideForm } from "./decide-form.tsx";
import { usePayoutStep } from "./use-payout-step.ts";

type Props = {
  readonly item: Pick<PayoutItemDetailWire, "id" | "method" | "status" | "contradiction">;
  readonly batchStatus: BatchStatus;
  /** Today in the store's time zone. */
  readonly today: string;
};

type Choice = typeof paid | typeof notPaid | typeof cameBack;

const paid = { value: "settled", label: "It was paid" } as const;
const notPaid = { value: "failed", label: "It was not paid" } as const;
const cameBack = { value: "returned", label: "It came back" } as const;

/** What may be true of a payment about which the provider says otherwise. */
const choicesWhere: Partial<Record<PayoutItemDetailWire["status"], readonly Choice[]>> = {
  settled: [paid, cameBack],
  returned: [cameBack, paid],
};

/** What a person can do about one payment as it stands. */
export function ItemActions({ item, batchStatus, today }: Props) {
  // Before every yes that it needs nobody may have paid it.
  if (refusalOfWord({ status: batchStatus }) !== null) return null;
  if (isToBeTakenBack(item)) return <TakeBack id={item.id} />;
  const question = questionOf(item);
  return question && <DecideForm {...question} about={{ item: item.id }} today={today} />;
}

type Question = { readonly title: string; readonly message: string; readonly choices: readonly Choice[] };

/** What only a person can say of it; null where nothing is to be said. */
function questionOf({ method, status, contradiction }: Props["item"]): Question | null {
  const title = "What became of it?";
  if (contradiction !== "") {
    const choices = choicesWhere[status] ?? [notPaid, paid];
    const message = `${contradiction}. Nothing was moved by it. Look it up there, and say what is true.`;
    return { title: "What is true?", message, choices };
  }
  const choices = [paid, notPaid];
  if (status === "person") {
    const message = "Look it up with the provider, and say what became of it. It is posted so.";
    return { title, message, choices };
  }
  const isByHand = method === "outside" ? status === "planned" : method === "bank" && status === "sent";
  if (isByHand) return { title, message: "Nobody tells the app about this payment but you.", choices };
  const isPaidByHand = status === "settled" && (method === "bank" || method === "outside");
  if (!isPaidByHand) return null;
  const message = "Where the money came back, it is payable again.";
  return { title: "Did it come back?", message, choices: [cameBack] };
}

function TakeBack({ id }: { readonly id: string }) {
  const step = usePayoutStep();
  const confirm = useConfirm();
  const takeBack = () =>
    confirm({
      title: "Take this payment back?",
      message: "PayPal is asked to cancel it. The amount is payable again; PayPal may keep its fee.",
      confirmLabel: "Take back",
      destructive: true,
      onConfirm: () => step.post({ intent: "takeBack", item: id }),
    });
  return (
    <Section title="Nobody has claimed it">
      <ErrorBanner message={step.refusal?.message} answer={step.refusal} />
      <Text as="p">It comes back by itself after 30 days. You can take it back now.</Text>
      <InlineStack align="end">
        <Button onClick={takeBack} loading={step.isBusy}>
          Take back
        </Button>
      </InlineStack>
    </Section>
  );
}
