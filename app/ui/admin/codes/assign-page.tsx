import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { assignForm } from "#app/contracts/discount-forms.ts";
import type { StoreDiscountWire } from "#app/contracts/discount.ts";
import type { BatchWire, CheckedCodeWire } from "#app/contracts/code.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { useTextControl } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount } from "../../shared/format.ts";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { isOpen } from "../backtests/run-progress.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { BatchList } from "./batch-list.tsx";

type Props = {
  search: string;
  found: readonly StoreDiscountWire[];
  /** Error of the search in the store. */
  fault: string | null;
  /** Recently assigned lists of codes. */
  batches: readonly BatchWire[];
  refusal: FormRefusal | null;
};

const list = { content: "Codes", url: "/dashboard/affiliates/codes" };

/** Assigns existing codes of the store to affiliates, one or a list. */
export function AssignPage({ search, found, fault, batches, refusal }: Props) {
  const { id, fields, banner } = useAppForm({
    id: "assign",
    defaultValue: { code: search, affiliateId: "" } satisfies FieldsOf<typeof assignForm>,
    answer: refusal,
  });
  const code = useTextControl(fields.code);
  const [text, setText] = useState(search);
  const busy = useNavigation().state !== "idle";
  useLookWhile(batches.some(isOpen));
  return (
    <AppPage title="Assign existing codes" backAction={list} narrowWidth>
      <BlockStack gap="400">
        <BatchList batches={batches} does="assign" />
        <Card>
          <Form method="post" id={id} noValidate>
            <input type="hidden" name="intent" value="one" />
            <BlockStack gap="400">
              <ErrorBanner {...banner} />
              <FormLayout>
                <TextField
                  {...code}
                  label="Code"
                  maxLength={255}
                  helpText="A code belongs to one affiliate at a time. Orders with it count for them from now on."
                />
                <AffiliatePicker field={fields.affiliateId} />
              </FormLayout>
              <InlineStack align="end" gap="200">
                <Button url={list.url}>Cancel</Button>
                <Button submit variant="primary" loading={busy}>
                  Assign code
                </Button>
              </InlineStack>
            </BlockStack>
          </Form>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Form method="get">
              <TextField
                label="Search your store's discounts"
                name="search"
                value={text}
                onChange={setText}
                autoComplete="off"
                maxLength={200}
                connectedRight={<Button submit>Search</Button>}
              />
            </Form>
            <ErrorBanner message={fault} />
            <FoundCodes found={found} onChoose={code.onChange} />
          </BlockStack>
        </Card>
        <Card>
          <ManyCodesForm />
        </Card>
      </BlockStack>
    </AppPage>
  );
}

type FoundCodesProps = { found: readonly StoreDiscountWire[]; onChoose: (code: string) => void };

function FoundCodes({ found, onChoose }: FoundCodesProps) {
  if (found.length === 0) return <Text as="p">Nothing found.</Text>;
  return (
    <ScrollBox label="Discounts of your store">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Discount</th>
            <th scope="col">Status</th>
            <th scope="col">Affiliate</th>
          </tr>
        </thead>
        <tbody>
          {found.flatMap((discount) =>
            discount.codes.map(({ code, affiliate }) => (
              <tr key={code}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{[discount.title, discount.summary].filter(Boolean).join(": ")}</td>
                <td>
                  <StatusBadge status={discount.status} />
                </td>
                <td>
                  {affiliate?.name ?? (
                    <Button
                      variant="plain"
                      onClick={() => onChoose(code)}
                      accessibilityLabel={`Choose ${code}`}
                    >
                      Choose
                    </Button>
                  )}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Assigns many codes of the store, from pasted lines. */
function ManyCodesForm() {
  return (
    <PastedRowsForm<CheckedCodeWire>
      id="code-rows"
      title="Assign a list"
      label="Lines of code, affiliate"
      placeholder={"WELCOME10,iris@example.com\nNOOR15,NOOR"}
      helpText="As a spreadsheet exports it, up to 5,000 lines. The affiliate by e-mail address, referral code or id. Each code is looked for in your store."
      save="Assign all"
      saveOthers="assign"
      saved={(added) => `${formatCount(added)} codes are being looked for in your store`}
      column="Code"
      nameOf={(row) => row.code}
    />
  );
}
