import { Badge, Banner, BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { CheckedRowWire } from "#app/contracts/foreign-referral.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { formatCount } from "../../shared/format.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";

const rowsShown = 200;

type ManyAnswer =
  | { readonly ok: true; readonly added: number; readonly rows: readonly CheckedRowWire[] }
  | { readonly ok: false };

/** What was done stands in the table. */
const nothingMore = () => undefined;

/** Many at once, from pasted lines: first what each would do, then all of them or none. */
export function ManyForeignForm() {
  const [rows, setRows] = useState("");
  const { fetcher, refusal, isBusy } = useIntentForm("many", nothingMore);
  const answer = fetcher.data as ManyAnswer | undefined;
  const checked = answer?.ok === true ? answer.rows : null;
  const wrong = checked?.filter((row) => row.state === "wrong").length ?? 0;
  const error = fieldError(refusal, "rows");
  const check = () => fetcher.submit({ intent: "many", step: "check", rows }, { method: "post" });
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="many" />
      <input type="hidden" name="step" value="save" />
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Add a list
        </Text>
        <TextField
          id="foreign-rows"
          label="Lines of parameter, value, affiliate"
          name="rows"
          value={rows}
          onChange={setRows}
          multiline={6}
          maxHeight={320}
          monospaced
          autoComplete="off"
          placeholder={"sca_ref,123456,iris@example.com\nsca_ref,123457,NOOR"}
          helpText="As a spreadsheet exports it. The affiliate by e-mail address, referral code or id."
          {...(error !== undefined && { error })}
        />
        <ErrorBanner message={bannerMessage(refusal, ["rows"])} />
        {answer?.ok === true && answer.added > 0 && (
          <Banner tone="success">{`${formatCount(answer.added)} added`}</Banner>
        )}
        {checked && <CheckedTable rows={checked} wrong={wrong} />}
        <InlineStack align="end" gap="200">
          <Button loading={isBusy} onClick={check}>
            Check
          </Button>
          <Button submit variant="primary" loading={isBusy}>
            Save all
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

const looks = {
  new: { tone: "success", text: "New" },
  same: { tone: "info", text: "Stands already" },
  wrong: { tone: "critical", text: "Wrong" },
} as const;

function CheckedTable({ rows, wrong }: { rows: readonly CheckedRowWire[]; wrong: number }) {
  const fresh = rows.filter((row) => row.state === "new").length;
  // What is wrong is what a person looks for.
  const shown = rows.toSorted((a, b) => Number(b.state === "wrong") - Number(a.state === "wrong"));
  return (
    <BlockStack gap="200">
      <Text as="p">
        {`${formatCount(fresh)} new, ${formatCount(rows.length - fresh - wrong)} stand already, ${formatCount(wrong)} wrong.`}
        {wrong > 0 ? " Nothing is saved while a line is wrong." : ""}
      </Text>
      <ScrollBox label="Lines">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Parameter</th>
              <th scope="col">Affiliate</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, rowsShown).map((row) => (
              <tr key={row.line}>
                <th scope="row">{row.line}</th>
                <td>{`${row.parameter}=${row.value}`}</td>
                <td>{row.affiliateName ?? row.affiliate}</td>
                <td>
                  <Badge tone={looks[row.state].tone}>{looks[row.state].text}</Badge> {row.fault}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </BlockStack>
  );
}
