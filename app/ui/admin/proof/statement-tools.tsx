import { Form } from "@remix-run/react";
import { Button, ButtonGroup, InlineStack, TextField } from "@shopify/polaris";
import { useState } from "react";
import { FileButton } from "../../shared/file-button.tsx";

type Days = { readonly first: string; readonly last: string };
type Props = { affiliateId: string; month: string; days: Days | null };

/** The statement of what is shown as a file, and a way to other days than those of a month. */
export function StatementTools({ affiliateId, month, days }: Props) {
  const span = days === null ? `month=${month}` : `first=${days.first}&last=${days.last}`;
  const address = `/dashboard/affiliates/${affiliateId}/statement?${span}`;
  return (
    <InlineStack gap="300" align="space-between" blockAlign="end">
      <DaysForm key={span} affiliateId={affiliateId} days={days} />
      <ButtonGroup>
        <FileButton url={`${address}&format=pdf`} content="Statement (PDF)" />
        <FileButton url={`${address}&format=csv`} content="Statement (CSV)" />
      </ButtonGroup>
    </InlineStack>
  );
}

function DaysForm({ affiliateId, days }: Pick<Props, "affiliateId" | "days">) {
  const [first, setFirst] = useState(days?.first ?? "");
  const [last, setLast] = useState(days?.last ?? "");
  const isTurned = first !== "" && last !== "" && last < first;
  return (
    <Form method="get" aria-label="Other days">
      <input type="hidden" name="affiliate" value={affiliateId} />
      <InlineStack gap="200" blockAlign="start">
        <TextField
          label="First day"
          labelHidden
          prefix="from"
          type="date"
          name="first"
          autoComplete="off"
          value={first}
          onChange={setFirst}
        />
        <TextField
          label="Last day"
          labelHidden
          prefix="to"
          type="date"
          name="last"
          autoComplete="off"
          value={last}
          onChange={setLast}
          {...(isTurned && { error: "Must not be before the first day" })}
        />
        <Button submit disabled={first === "" || last === "" || isTurned}>
          Show these days
        </Button>
      </InlineStack>
    </Form>
  );
}
