import { Badge, BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import type { CodeWire } from "#app/contracts/code.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatDate } from "../../shared/format.ts";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { NoNoticeSelect } from "../no-notice-select.tsx";

type Props = { affiliateId: string; codes: readonly CodeWire[]; timeZone: string };

/** Discount codes assigned to the affiliate. Orders that use one are credited to them. */
export function CodesSection({ affiliateId, codes, timeZone }: Props) {
  const [reason, setReason] = useState("");
  return (
    <Section title="Discount codes">
      {codes.length === 0 && <Text as="p">No discount code is assigned.</Text>}
      {codes.map((one) => (
        <CodeRow key={one.code} one={one} reason={reason} timeZone={timeZone} />
      ))}
      {codes.length > 0 && <NoNoticeSelect value={reason} onChange={setReason} />}
      <Link url={`/dashboard/affiliates/discounts/new?affiliate=${affiliateId}`}>Make a code</Link>
      <AssignForm />
    </Section>
  );
}

function AssignForm() {
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: "Discount code assigned", type: "success" }),
    [addToast],
  );
  const { fetcher, answer, isBusy } = useIntent("assign-code", onDone);
  const { id, fields, banner } = useAppForm({
    id: "assign-code",
    defaultValue: { code: "" } satisfies FieldsOf<typeof affiliateForm>,
    answer,
    keeps: [],
  });
  return (
    <fetcher.Form method="post" id={id}>
      <input type="hidden" name="intent" value="assign-code" />
      <BlockStack gap="200">
        <ErrorBanner {...banner} />
        <FormTextField
          field={fields.code}
          label="Assign a discount code"
          maxLength={255}
          helpText="A code that exists in your store's discounts. A code belongs to one affiliate at a time."
          connectedRight={
            <Button submit loading={isBusy}>
              Assign
            </Button>
          }
        />
      </BlockStack>
    </fetcher.Form>
  );
}

type CodeRowProps = {
  readonly one: CodeWire;
  /** Reason to end codes without notice; empty while they wait for the notice period. */
  readonly reason: string;
  readonly timeZone: string;
};

/** A discount code with its discount, its status and its actions. */
function CodeRow({ one, reason, timeZone }: CodeRowProps) {
  const { code, status, gives, endsAt } = one;
  const [isRenaming, setRenaming] = useState(false);
  const remove = useCodeForm("remove-code", `Change to ${code} saved`);
  const drop = useCodeForm("delete-code", `Change to ${code} saved`);
  const pause = useCodeForm("pause-code", `Change to ${code} saved`);
  const resume = useCodeForm("resume-code", `${code} works again`);
  const refusal = [remove, drop, pause, resume].map((form) => form.refusal).find((found) => found !== null);
  const confirm = useConfirm();
  const send = (form: typeof remove, intent: string) =>
    form.fetcher.submit({ intent, code, reason }, { method: "post" });
  const askRemove = () =>
    confirm({
      title: `Remove ${code}?`,
      message:
        "New orders with this code no longer count for this affiliate, once the notice period ends or at once for a reason. What was earned stays, and so does the code in your store.",
      confirmLabel: "Remove",
      destructive: true,
      onConfirm: () => send(remove, "remove-code"),
    });
  const askDelete = () =>
    confirm({
      title: `Delete ${code}?`,
      message:
        "The code is deleted in your store too, with its discount where it is the only code, once the notice period ends or at once for a reason. What was earned stays.",
      confirmLabel: "Delete",
      destructive: true,
      onConfirm: () => send(drop, "delete-code"),
    });
  return (
    <BlockStack gap="200">
      <ErrorBanner message={refusal?.message} answer={refusal} />
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <InlineStack gap="200" blockAlign="center">
          <code>{code}</code>
          <StatusBadge of="code" state={status} />
          <Text as="span" tone="subdued">
            {status === "missing" ? "Your store does not have it any more." : gives}
          </Text>
          {endsAt && <Badge tone="attention">{`Ends ${formatDate(endsAt, timeZone)}`}</Badge>}
        </InlineStack>
        <InlineStack gap="200">
          {endsAt && (
            <Button variant="tertiary" loading={resume.isBusy} onClick={() => send(resume, "resume-code")}>
              {`Keep ${code}`}
            </Button>
          )}
          <CopyButton text={code} label={`Copy ${code}`} />
          {status === "active" && (
            <Button variant="tertiary" onClick={() => setRenaming(!isRenaming)}>{`Rename ${code}`}</Button>
          )}
          {status === "active" ? (
            <Button variant="tertiary" loading={pause.isBusy} onClick={() => send(pause, "pause-code")}>
              {`Pause ${code}`}
            </Button>
          ) : (
            <Button variant="tertiary" loading={resume.isBusy} onClick={() => send(resume, "resume-code")}>
              {`Let ${code} work again`}
            </Button>
          )}
          <Button tone="critical" variant="tertiary" loading={remove.isBusy} onClick={askRemove}>
            {`Remove ${code}`}
          </Button>
          <Button tone="critical" variant="tertiary" loading={drop.isBusy} onClick={askDelete}>
            {`Delete ${code}`}
          </Button>
        </InlineStack>
      </InlineStack>
      {isRenaming && <RenameForm code={code} onDone={() => setRenaming(false)} />}
    </BlockStack>
  );
}

function useCodeForm(intent: string, message: string) {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message }), [addToast, message]);
  return useIntent(intent, onDone);
}

function RenameForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { addToast } = useUiActions();
  const done = useCallback(() => {
    addToast({ message: "Discount code renamed", type: "success" });
    onDone();
  }, [addToast, onDone]);
  const { fetcher, answer, isBusy } = useIntent("rename-code", done);
  const { id, fields, banner } = useAppForm({
    id: `rename-${code}`,
    defaultValue: { newCode: code } satisfies FieldsOf<typeof affiliateForm>,
    answer,
  });
  return (
    <fetcher.Form method="post" id={id}>
      <input type="hidden" name="intent" value="rename-code" />
      <input type="hidden" name="code" value={code} />
      <BlockStack gap="200">
        <ErrorBanner {...banner} />
        <FormTextField
          field={fields.newCode}
          label={`New text of ${code}`}
          maxLength={64}
          helpText="The former code ends in your store. Orders that used it stay with this affiliate."
          connectedRight={
            <Button submit loading={isBusy}>
              Rename
            </Button>
          }
        />
      </BlockStack>
    </fetcher.Form>
  );
}
