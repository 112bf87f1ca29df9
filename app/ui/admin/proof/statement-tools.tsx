import { Form } from "@remix-run/react";
import { Button, ButtonGroup, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { type Days, DaysFields } from "../../shared/days-fields.tsx";
import { FileButton } from "../../shared/file-button.tsx";

type Props = { affiliateId: string | null; month: string; days: Days | null };

/** The statement of what is shown as a file, where it is one affiliate's, and a way to other days than those of a month. */
export function StatementTools({ affiliateId, month, days }: Props) {
  const span = days === null ? `month=${month}` : `first=${days.first}&last=${days.last}`;
  const address = `/dashboard/affiliates/${affiliateId}/statement?${span}`;
  return (
    <InlineStack gap="300" align="space-between" blockAlign="end">
      <DaysForm key={span} affiliateId={affiliateId} days={days} />
      <ButtonGroup>
        {affiliateId !== null && <FileButton url={`${address}&format=pdf`} content="Statement (PDF)" />}
        {affiliateId !== null && <FileButton url={`${address}&format=csv`} content="Statement (CSV)" />}
        <FileButton url={`/dashboard/statements.csv?${span}`} content="All affiliates (CSV)" />
      </ButtonGroup>
    </InlineStack>
  );
}

function DaysForm({ affiliateId, days }: Pick<Props, "affiliateId" | "days">) {
  const [chosen, setChosen] = useState<Days>(days ?? { first: "", last: "" });
  const { first, last } = chosen;
  const isTurned = first !== "" && last !== "" && last < first;
  return (
    <Form method="get" aria-label="Other days">
      {affiliateId !== null && <input type="hidden" name="affiliate" value={affiliateId} />}
      <InlineStack gap="200" blockAlign="start">
        <DaysFields
          days={chosen}
          onChange={setChosen}
          errors={{ last: isTurned ? "Must not be before the first day" : undefined }}
        />
        <Button submit disabled={first === "" || last === "" || isTurned}>
          Show these days
        </Button>
      </InlineStack>
    </Form>
  );
}
