import { useFetcher } from "@remix-run/react";
import { Button, ButtonGroup, Link, Text } from "@shopify/polaris";
import type { ClaimWire } from "#app/contracts/claim.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormAnswer } from "../../shared/error-banner.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";

type Props = {
  claims: readonly ClaimWire[];
  timeZone: string;
  isBusy: boolean;
  onDecide: (claim: ClaimWire, decision: "accept" | "decline") => void;
};

/** Claims of affiliates with their answers. Open ones can be decided. */
export function ClaimList({ claims, timeZone, isBusy, onDecide }: Props) {
  return (
    <ScrollBox label="Claims">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Affiliate</th>
            <th scope="col">Claimed</th>
            <th scope="col">Status</th>
            <th scope="col">Note and answer</th>
            <th scope="col">Decide</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <tr key={claim.id}>
              <th scope="row">
                <OrderName claim={claim} />
              </th>
              <td>
                <Link url={`/dashboard/affiliates/${claim.affiliate.id}`}>{claim.affiliate.name}</Link>
              </td>
              <td className="no-break">{formatDateTime(claim.madeAt, timeZone)}</td>
              <td>
                <StatusBadge of="claim" state={claim.status} />
              </td>
              <td className="wrapping-cell">
                <ClaimAnswer claim={claim} />
              </td>
              <td>
                <ClaimButtons claim={claim} isBusy={isBusy} onDecide={onDecide} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function OrderName({ claim }: { claim: ClaimWire }) {
  if (claim.orderId === null) return `${claim.orderName} (not found)`;
  return <Link url={`/dashboard/orders/${claim.orderId}`}>{claim.orderName}</Link>;
}

function ClaimAnswer({ claim }: { claim: ClaimWire }) {
  return (
    <>
      {claim.note !== "" && <Text as="p">{claim.note}</Text>}
      {claim.decidedBy !== null && (
        <Text as="p" tone="subdued">
          {claim.answer ? `${claim.decidedBy}: ${claim.answer}` : claim.decidedBy}
        </Text>
      )}
    </>
  );
}

function ClaimButtons({
  claim,
  isBusy,
  onDecide,
}: Omit<Props, "claims" | "timeZone"> & { claim: ClaimWire }) {
  if (claim.status !== "open") return null;
  const of = `the claim of ${claim.affiliate.name} to ${claim.orderName}`;
  return (
    <ButtonGroup>
      <Button
        size="slim"
        disabled={isBusy}
        accessibilityLabel={`Accept ${of}`}
        onClick={() => onDecide(claim, "accept")}
      >
        Accept
      </Button>
      <Button
        size="slim"
        disabled={isBusy}
        accessibilityLabel={`Decline ${of}`}
        onClick={() => onDecide(claim, "decline")}
      >
        Decline
      </Button>
    </ButtonGroup>
  );
}

export type ClaimDecision = {
  readonly claim: ClaimWire;
  readonly credited: { readonly id: string; readonly name: string } | null;
};

const action = "/dashboard/affiliates/claims";

/** Accepts or declines a claim after a confirmation, which asks for the answer to the affiliate. */
export function useDecideClaim() {
  const fetcher = useFetcher<FormAnswer<ClaimDecision>>();
  const confirm = useConfirm();
  const answer = fetcher.data;

  function ask(claim: ClaimWire, decision: "accept" | "decline"): void {
    const isDecline = decision === "decline";
    confirm({
      title: `${isDecline ? "Decline" : "Accept"} the claim of ${claim.affiliate.name} to ${claim.orderName}?`,
      message: isDecline
        ? "The affiliate reads your answer."
        : "It becomes evidence for the order. Your order of precedence says whether it decides.",
      confirmLabel: isDecline ? "Decline" : "Accept",
      destructive: isDecline,
      note: {
        label: "Answer to the affiliate",
        missing: isDecline ? "Say why it is declined" : null,
      },
      onConfirm: (text) => {
        fetcher.submit({ id: claim.id, decision, answer: text }, { method: "post", action });
      },
    });
  }

  return {
    ask,
    refusal: answer?.ok === false ? answer : null,
    decided: answer?.ok ? answer : null,
    isBusy: fetcher.state !== "idle",
  };
}
