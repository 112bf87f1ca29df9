import { Form, useSubmit } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, List } from "@shopify/polaris";
import type { FormEvent } from "react";
import type { WaitingTermsWire } from "#app/contracts/terms-change.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { formatDate } from "../../shared/format.ts";
import { changeWords } from "./change-words.ts";

type Props = { waiting: WaitingTermsWire; timeZone: string };

/** Lower terms that wait for the end of the notice period. */
export function WaitingTerms({ waiting, timeZone }: Props) {
  const { version, startsAt, changes } = waiting;
  const confirm = useConfirm();
  const submit = useSubmit();

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    confirm({
      title: "Withdraw new terms?",
      message: "The current terms stay.",
      confirmLabel: "Withdraw",
      onConfirm: () => submit(form),
    });
  }

  return (
    <Banner tone="info" title={`New terms start ${formatDate(startsAt, timeZone)}`}>
      <BlockStack gap="200">
        <List>
          {changes.map((change) => (
            <List.Item key={changeWords(change)}>{changeWords(change)}</List.Item>
          ))}
        </List>
        <Form method="post" onSubmit={ask}>
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="version" value={version} />
          <InlineStack>
            <Button submit>Withdraw</Button>
          </InlineStack>
        </Form>
      </BlockStack>
    </Banner>
  );
}
