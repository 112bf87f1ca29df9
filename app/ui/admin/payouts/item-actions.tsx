import { Button, InlineStack, Text } from "@shopify/polaris";
import type { PayoutItemDetailWire } from "#app/contracts/payout.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { DecideForm } from "./decide-form.tsx";
import { usePayoutStep } from "./use-payout-step.ts";

type Props = {
  readonly item: Pick<PayoutItemDetailWire, "id" | "method" | "status" | "contradiction">;
  /** Today in the store's time zone. */
  readonly today: string;
};

const paid = { value: "settled", label: "It was paid" } as const;
const notPaid = { value: "failed", label: "It was not paid" } as const;
const cameBack = { value: "returned", label: "It came back" } as const;

/** What a person can do about one payment as it stands. */
export function ItemActions({ item, today }: Props) {
  const { contradiction } = item;
  const about = { item: item.id };
  if (item.status === "unclaimed" && item.method === "paypal") return <TakeBack id={item.id} />;
  if (contradiction !== "") {
    const choices = item.status === "settled" ? [paid, cameBack] : [notPaid, paid];
    const message = `${contradiction}. Nothing was moved by it. Look it up there, and say what is true.`;
    return (
      <DecideForm title="What is true?" message={message} about={about} choices={choices} today={today} />
    );
  }
  if (item.status === "person") {
    const message = "Look it up with the provider, and say what became of it. It is posted so.";
    const choices = [paid, notPaid];
    return (
      <DecideForm
        title="What became of it?"
        message={message}
        about={about}
        choices={choices}
        today={today}
      />
    );
  }
  const isByHand =
    item.method === "outside" ? item.status === "planned" : item.method === "bank" && item.status === "sent";
  if (isByHand) {
    const message = "Nobody tells the app about this payment but you.";
    return (
      <DecideForm
        title="What became of it?"
        message={message}
        about={about}
        choices={[paid, notPaid]}
        today={today}
      />
    );
  }
  const isPaidByHand = item.status === "settled" && (item.method === "bank" || item.method === "outside");
  if (!isPaidByHand) return null;
  const message = "Where the money came back, it is payable again.";
  return (
    <DecideForm
      title="Did it come back?"
      message={message}
      about={about}
      choices={[cameBack]}
      today={today}
    />
  );
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
      <ErrorBanner message={step.fault} />
      <Text as="p">It comes back by itself after 30 days. You can take it back now.</Text>
      <InlineStack align="end">
        <Button onClick={takeBack} loading={step.isBusy}>
          Take back
        </Button>
      </InlineStack>
    </Section>
  );
}
