import { Banner, BlockStack, Box, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { CodeWire, DiscountViewWire } from "#app/contracts/discount.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, FactList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { isOpen } from "../backtests/run-progress.tsx";
import { NoNoticeSelect } from "../no-notice-select.tsx";
import { AddCodesForm } from "./add-codes-form.tsx";
import { BatchList } from "./batch-list.tsx";
import { StatusOfCode } from "./codes-page.tsx";
import { NewcomersForm } from "./newcomers-form.tsx";
import { discountFacts } from "./discount-facts.ts";
import type { Receiver } from "./receivers-field.tsx";

type Props = {
  discount: DiscountViewWire;
  /** The newest of its codes. */
  codes: readonly CodeWire[];
  programs: readonly Receiver[];
  currency: string;
  timeZone: string;
};

/** One discount of the store: what it gives, its codes and whose they are, and what differs from the store. */
export function DiscountPage({ discount, codes, programs, currency, timeZone }: Props) {
  const { actions, noNotice, refusal } = useDiscountActions(discount);
  useLookWhile(discount.batches.some(isOpen));
  return (
    <DetailPage
      title={discount.title}
      subtitle={discount.gives}
      status={discount.status}
      back={{ content: "Discounts", url: "/dashboard/affiliates/discounts" }}
      secondaryActions={actions}
      aside={
        <Section title="Discount">
          <FactList facts={discountFacts(discount, currency, timeZone)} />
        </Section>
      }
    >
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {noNotice}
      <Notice discount={discount} timeZone={timeZone} />
      <BatchList batches={discount.batches} />
      <Section title={`Codes (${formatCount(discount.codes)})`}>
        <CodeTable codes={codes} timeZone={timeZone} />
        {discount.codes > codes.length && (
          <Link url={`/dashboard/affiliates/codes?discount=${discount.id}`}>All codes</Link>
        )}
      </Section>
      {discount.status !== "deleted" && discount.template !== null && (
        <Section title="New affiliates">
          <NewcomersForm discount={discount} programs={programs} />
        </Section>
      )}
      {discount.status !== "deleted" && (
        <Section title="Add codes">
          <AddCodesForm template={discount.template} programs={programs} />
        </Section>
      )}
    </DetailPage>
  );
}

function Notice({ discount, timeZone }: { discount: DiscountViewWire; timeZone: string }) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Compared with your store" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("check", onDone);
  const check = (
    <Button loading={isBusy} onClick={() => fetcher.submit({ intent: "check" }, { method: "post" })}>
      Check now
    </Button>
  );
  const checked = `Compared with your store ${formatDateTime(discount.checkedAt, timeZone)}.`;
  return (
    <BlockStack gap="200">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      {discount.notice === null ? (
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <InlineStack gap="300" blockAlign="center">
            <Text as="p" tone="subdued">
              {checked}
            </Text>
            {check}
          </InlineStack>
        </Box>
      ) : (
        <Banner tone="warning" title="Your store differs">
          <BlockStack gap="200">
            {discount.notice.split("\n").map((line) => (
              <Text key={line} as="p">
                {line}
              </Text>
            ))}
            <Text as="p">{checked}</Text>
            <InlineStack>{check}</InlineStack>
          </BlockStack>
        </Banner>
      )}
    </BlockStack>
  );
}

function CodeTable({ codes, timeZone }: { codes: readonly CodeWire[]; timeZone: string }) {
  if (codes.length === 0) return <Text as="p">No affiliate has a code of it.</Text>;
  return (
    <ScrollBox label="Codes">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Affiliate</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {codes.map((one) => (
            <tr key={one.code}>
              <th scope="row">
                <code>{one.code}</code>
              </th>
              <td>
                <Link url={`/dashboard/affiliates/${one.affiliate.id}`}>{one.affiliate.name}</Link>
              </td>
              <td>
                <StatusOfCode code={one} timeZone={timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function useDiscountActions(discount: DiscountViewWire) {
  const confirm = useConfirm();
  const [reason, setReason] = useState("");
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: "Discount updated", type: "success" }),
    [addToast],
  );
  const status = useIntentForm("status", onDone);
  const drop = useIntentForm("delete", onDone);
  const isPaused = discount.status === "expired";
  const change = {
    content: isPaused ? "Let it run again" : "Pause",
    loading: status.isBusy,
    onAction: () =>
      status.fetcher.submit(
        { intent: "status", status: isPaused ? "active" : "paused", reason },
        { method: "post" },
      ),
  };
  const remove = {
    content: "Delete",
    destructive: true,
    loading: drop.isBusy,
    onAction: () =>
      confirm({
        title: `Delete ${discount.title}?`,
        message: `The discount and all of its codes (${formatCount(discount.codes)}) are deleted in your store too. What was earned with them stays.`,
        confirmLabel: "Delete",
        destructive: true,
        onConfirm: () => drop.fetcher.submit({ intent: "delete", reason }, { method: "post" }),
      }),
  };
  const edit = { content: "Edit", url: `/dashboard/affiliates/discounts/${discount.id}/edit` };
  const kinds = discount.details.value.kind === "other" ? [] : [edit];
  const actions = discount.status === "deleted" ? [] : [...kinds, change, remove];
  const noNotice = actions.length > 0 && <NoNoticeSelect value={reason} onChange={setReason} />;
  return { actions, noNotice, refusal: status.refusal ?? drop.refusal };
}
