import { Banner, BlockStack, Box, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { discountForm } from "#app/contracts/discount-forms.ts";
import type { DiscountViewWire, DiscountWire } from "#app/contracts/discount.ts";
import type { CodeWire } from "#app/contracts/code.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { DetailPage, type Fact, FactList, Section } from "../../shared/detail-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount, formatDateTime } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { isOpen } from "../backtests/run-progress.tsx";
import { NoNoticeSelect } from "../no-notice-select.tsx";
import { BatchList } from "./batch-list.tsx";
import { StatusOfCode } from "./codes-page.tsx";
import { type Receiver, ReceiversField } from "./receivers-field.tsx";

type Props = {
  discount: DiscountViewWire;
  /** Its newest codes. */
  codes: readonly CodeWire[];
  programs: readonly Receiver[];
  currency: string;
  timeZone: string;
};

/** A discount of the store: its terms, its codes with their affiliates, and differences from the store. */
export function DiscountPage({ discount, codes, programs, currency, timeZone }: Props) {
  const { actions, noNotice, refusal } = useDiscountActions(discount);
  useLookWhile(discount.batches.some(isOpen));
  return (
    <DetailPage
      title={discount.title}
      subtitle={discount.gives}
      status={<StatusBadge of="discount" state={discount.status} />}
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
  const { fetcher, refusal, isBusy } = useIntent("check", onDone);
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
  const status = useIntent("status", onDone);
  const drop = useIntent("delete", onDone);
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

/** Terms of the store's discount. */
function discountFacts(discount: DiscountWire, currency: string, timeZone: string): Fact[] {
  const { details, template, gives } = discount;
  const { scope, minimum, startsAt, endsAt, usageLimit, oncePerCustomer, combinesWith } = details;
  const count = formatCount(scope.ids.length);
  return [
    { term: "Gives", description: gives },
    { term: "Applies to", description: scope.kind === "all" ? "All products" : `${count} ${scope.kind}` },
    { term: "Minimum", description: minimumText(minimum, currency) },
    { term: "From", description: formatDateTime(startsAt, timeZone) },
    { term: "Until", description: endsAt === null ? "No end" : formatDateTime(endsAt, timeZone) },
    { term: "Uses of each code", description: usageLimit === null ? "Any number" : formatCount(usageLimit) },
    { term: "Used", description: usedText(details.timesUsed) },
    { term: "Once per customer", description: oncePerCustomer ? "Yes" : "No" },
    {
      term: "Combined with",
      description: combinesWith.map((one) => `${one} discounts`).join(", ") || "Nothing",
    },
    { term: "Template", description: template ?? "Made in the store's admin" },
  ];
}

function usedText(times: number): string {
  return `${formatCount(times)} ${times === 1 ? "time" : "times"}`;
}

function minimumText(minimum: DiscountWire["details"]["minimum"], currency: string): string {
  if (minimum.kind === "subtotal") return `${String(minimum["amount"])} ${currency}`;
  return minimum.kind === "quantity" ? `${String(minimum["quantity"])} items` : "None";
}

type AddCodesFormProps = { template: string | null; programs: readonly Receiver[] };

/** Adds codes of this discount for further affiliates. */
function AddCodesForm({ template, programs }: AddCodesFormProps) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Codes are being made" }), [addToast]);
  const { fetcher, answer, isBusy } = useIntent("add-codes", onDone);
  const { id, fields, banner } = useAppForm({
    id: "add-codes",
    defaultValue: {
      who: "affiliates",
      programId: "",
      affiliateIds: [],
      template: template ?? "{FIRSTNAME}",
    } satisfies FieldsOf<typeof discountForm>,
    answer,
    keeps: ["template"],
  });
  return (
    <fetcher.Form method="post" id={id}>
      <input type="hidden" name="intent" value="add-codes" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <ReceiversField programs={programs} fields={fields} />
        <FormTextField field={fields.template} label="Template" maxLength={100} />
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Add codes
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

type NewcomersFormProps = { discount: DiscountViewWire; programs: readonly Receiver[] };

/** Chooses the program whose new affiliates automatically get a code of this discount. */
export function NewcomersForm({ discount, programs }: NewcomersFormProps) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Saved", type: "success" }), [addToast]);
  const { fetcher, answer, isBusy } = useIntent("newcomers", onDone);
  const {
    id: formId,
    fields,
    banner,
  } = useAppForm({
    id: "newcomers",
    defaultValue: { programId: discount.newcomersOf ?? "" } satisfies FieldsOf<typeof discountForm>,
    answer,
  });
  const options = programs.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <fetcher.Form method="post" id={formId}>
      <input type="hidden" name="intent" value="newcomers" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <FormSelect
          field={fields.programId}
          label="Whoever joins from now on gets a code"
          options={[{ value: "", label: "Nobody" }, ...options]}
        />
        <Text as="p" tone="subdued">
          {`By the template ${discount.template ?? ""}, within a minute of becoming active. Codes for those who are in the program already are added below.`}
        </Text>
        <InlineStack align="end">
          <Button submit loading={isBusy} accessibilityLabel="Save who gets codes">
            Save
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
