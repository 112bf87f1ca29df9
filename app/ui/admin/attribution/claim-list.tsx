import { useFetcher } from "@remix-run/react";
import { Button, ButtonGroup, InlineStack, Link, Text } from "@shopify/polaris";
import type { ClaimWire } from "#app/contracts/claim.ts";
import { fraud } from "#app/i18n/en/admin/fraud.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import type { FormAnswer } from "../../shared/error-banner.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ fraud });

type Props = {
  claims: readonly ClaimWire[];
  isBusy: boolean;
  onDecide: (claim: ClaimWire, decision: Decision) => void;
};

/** The claims to one order. */
export function ClaimList({ claims, ...decide }: Props) {
  return claims.map((claim) => (
    <div key={claim.id}>
      <InlineStack gap="200" blockAlign="center">
        <Link url={`/dashboard/affiliates/${claim.affiliate.id}`}>{claim.affiliate.name}</Link>
        <StatusBadge of="claim" state={claim.status} />
        <ClaimButtons claim={claim} {...decide} />
      </InlineStack>
      <ClaimReason claim={claim} />
    </div>
  ));
}

export function ClaimReason({ claim: { note, decidedBy, answer } }: { claim: ClaimWire }) {
  const t = useText("fraud");
  return (
    <div className="wrapping-cell">
      {note !== "" && <Text as="p">{note}</Text>}
      {decidedBy !== null && (
        <Text as="p" tone="subdued">
          {answer ? t("claims.answeredBy", { who: decidedBy, answer }) : decidedBy}
        </Text>
      )}
    </div>
  );
}

type Decision = "accept" | "decline";

type ClaimButtonsProps = {
  claim: ClaimWire;
  isBusy: boolean;
  onDecide: (claim: ClaimWire, decision: Decision) => void;
};

export function ClaimButtons({ claim, isBusy, onDecide }: ClaimButtonsProps) {
  const t = useText("fraud");
  if (claim.status !== "open") return null;
  const of = { affiliate: claim.affiliate.name, order: claim.orderName };
  return (
    <ButtonGroup>
      {(["accept", "decline"] as const).map((decision) => (
        <Button
          key={decision}
          size="slim"
          disabled={isBusy}
          accessibilityLabel={t(`claims.${decision}Of`, of)}
          onClick={() => onDecide(claim, decision)}
        >
          {t(`claims.${decision}`)}
        </Button>
      ))}
    </ButtonGroup>
  );
}

export type ClaimDecision = {
  readonly claim: ClaimWire;
  readonly credited: { readonly id: string; readonly name: string } | null;
};

/** Accepts or declines a claim after a confirmation, which asks for the answer to the affiliate. */
export function useDecideClaim() {
  const t = useText("fraud");
  const fetcher = useFetcher<FormAnswer<ClaimDecision>>();
  const confirm = useConfirm();
  const answer = fetcher.data;

  function ask(claim: ClaimWire, decision: Decision): void {
    const of = { affiliate: claim.affiliate.name, order: claim.orderName };
    confirm({
      title: t(`claims.${decision}Title`, of),
      message: t(`claims.${decision}Text`),
      confirmLabel: t(`claims.${decision}`),
      destructive: decision === "decline",
      note: { label: t("claims.answer"), missing: decision === "decline" ? t("claims.noAnswer") : null },
      onConfirm: (text) => {
        const form = { id: claim.id, decision, answer: text };
        fetcher.submit(form, { method: "post", action: "/dashboard/affiliates/claims" });
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
