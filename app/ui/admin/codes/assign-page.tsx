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
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { useLookWhile } from "../../shared/use-refresh.ts";
import { isOpen } from "../backtests/run-progress.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { BatchList } from "./batch-list.tsx";
import { codes as texts } from "#app/i18n/en/admin/codes.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ codes: texts });

type Props = {
  search: string;
  found: readonly StoreDiscountWire[];
  /** Error of the search in the store. */
  fault: string | null;
  /** Recently assigned lists of codes. */
  batches: readonly BatchWire[];
  refusal: FormRefusal | null;
};

const listUrl = "/dashboard/affiliates/codes";

/** Assigns existing codes of the store to affiliates, one or a list. */
export function AssignPage({ search, found, fault, batches, refusal }: Props) {
  const t = useText("codes");
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
    <AppPage title={t("assign.title")} backAction={{ content: t("list.title"), url: listUrl }} narrowWidth>
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
                  label={t("assign.code")}
                  maxLength={255}
                  helpText={t("assign.codeHelp")}
                />
                <AffiliatePicker field={fields.affiliateId} />
              </FormLayout>
              <InlineStack align="end" gap="200">
                <Button url={listUrl}>{t("assign.cancel")}</Button>
                <Button submit variant="primary" loading={busy}>
                  {t("assign.submit")}
                </Button>
              </InlineStack>
            </BlockStack>
          </Form>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Form method="get">
              <TextField
                label={t("assign.search")}
                name="search"
                value={text}
                onChange={setText}
                autoComplete="off"
                maxLength={200}
                connectedRight={<Button submit>{t("assign.searchButton")}</Button>}
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
  const t = useText("codes");
  if (found.length === 0) return <Text as="p">{t("assign.none")}</Text>;
  return (
    <ScrollBox label={t("assign.table")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("assign.code")}</th>
            <th scope="col">{t("assign.discount")}</th>
            <th scope="col">{t("assign.status")}</th>
            <th scope="col">{t("assign.affiliate")}</th>
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
                  <StatusBadge of="discount" state={discount.status} />
                </td>
                <td>
                  {affiliate?.name ?? (
                    <Button
                      variant="plain"
                      onClick={() => onChoose(code)}
                      accessibilityLabel={t("assign.chooseOne", { code })}
                    >
                      {t("assign.choose")}
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
  const t = useText("codes");
  return (
    <PastedRowsForm<CheckedCodeWire>
      id="code-rows"
      title={t("assignMany.title")}
      label={t("assignMany.label")}
      placeholder={"WELCOME10,iris@example.com\nNOOR15,NOOR"}
      helpText={t("assignMany.help")}
      save={t("assignMany.save")}
      saveOthers={t("assignMany.saveOthers")}
      saved={(count) => t("assignMany.saved", { count })}
      column={t("assignMany.column")}
      nameOf={(row) => row.code}
    />
  );
}
