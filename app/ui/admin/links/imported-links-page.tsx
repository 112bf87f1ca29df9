import { BlockStack, Button, Card, EmptyState, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type {
  CheckedImportedLinkWire,
  importedLinkForm,
  ImportedLinkWire,
} from "#app/contracts/imported-link.ts";
import { importedParameters } from "#app/domain/referral-code.ts";
import { links } from "#app/i18n/en/admin/links.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { importedLinkList } from "#app/contracts/lists/links.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ links });

type Props = {
  importedLinks: readonly ImportedLinkWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
};

/** Links > Imported links: parameters of other systems, mapped to affiliates so that old links keep paying. */
export function ImportedLinksPage({ importedLinks, pagination, timeZone, affiliate }: Props) {
  const t = useText("links");
  return (
    <>
      <ListPage
        list={importedLinkList}
        title={frameText("pages.importedLinks")}
        subtitle={t("imported.subtitle")}
        backAction={{ content: frameText("pages.links"), url: "/dashboard/affiliates/links" }}
        searchLabel={t("imported.search")}
        resourceName={{ singular: t("imported.parameter"), plural: t("imported.parameters") }}
        affiliate={affiliate}
        rows={importedLinks}
        rowOf={({ parameter, value, affiliate: whose }) => ({
          id: `${parameter}=${value}`,
          url: `/dashboard/affiliates/${whose.id}`,
        })}
        renderCells={{ remove: (one) => <RemoveImportedLink referral={one} /> }}
        timeZone={timeZone}
        pagination={pagination}
        emptyState={
          <EmptyState heading={t("imported.none")} image="/empty-affiliates.svg">
            <p>{t("imported.noneText")}</p>
          </EmptyState>
        }
      />
      <div className="below-list">
        <BlockStack gap="400">
          <Card>
            <AddImportedLinkForm />
          </Card>
          <Card>
            <ImportedLinkRowsForm />
          </Card>
        </BlockStack>
      </div>
    </>
  );
}

/** Maps many parameters from pasted lines. */
function ImportedLinkRowsForm() {
  const t = useText("links");
  return (
    <PastedRowsForm<CheckedImportedLinkWire>
      id="imported-link-rows"
      title={t("importMany.title")}
      label={t("importMany.label")}
      placeholder={"sca_ref,123456,iris@example.com\nsca_ref,123457,NOOR"}
      helpText={t("importMany.help")}
      save={t("importMany.save")}
      saveOthers={t("importMany.saveOthers")}
      saved={(count) => t("importMany.saved", { count })}
      column={t("importMany.column")}
      nameOf={(row) => `${row.parameter}=${row.value}`}
    />
  );
}

/** Removes an imported link after a confirmation. */
function RemoveImportedLink({ referral: { parameter, value, affiliate } }: { referral: ImportedLinkWire }) {
  const t = useText("links");
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const pair = `${parameter}=${value}`;
  const onDone = useCallback(
    () => void addToast({ message: t("imported.removed", { pair }) }),
    [addToast, pair, t],
  );
  const { fetcher, isBusy } = useIntent("remove", onDone);
  function remove() {
    confirm({
      title: t("imported.removeTitle", { pair }),
      message: t("imported.removeMessage", { name: affiliate.name }),
      confirmLabel: t("imported.remove"),
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "remove", parameter, value }, { method: "post" }),
    });
  }
  return (
    <Button
      variant="tertiary"
      tone="critical"
      loading={isBusy}
      onClick={remove}
      accessibilityLabel={t("imported.removeOne", { pair })}
    >
      {t("imported.remove")}
    </Button>
  );
}

/** Form for one parameter value and its affiliate. */
function AddImportedLinkForm() {
  const t = useText("links");
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: t("addImported.added"), type: "success" }),
    [addToast, t],
  );
  const { fetcher, answer, isBusy } = useIntent("add", onDone);
  const { id, fields, banner } = useAppForm({
    id: "foreign",
    defaultValue: { parameter: "", value: "", affiliate: "" } satisfies FieldsOf<typeof importedLinkForm>,
    answer,
    // The next link is usually from the same system.
    keeps: ["parameter"],
  });
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="add" />
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {t("addImported.title")}
        </Text>
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormLayout.Group>
            <FormTextField
              field={fields.parameter}
              label={t("addImported.parameter")}
              maxLength={40}
              requiredIndicator
              helpText={t("addImported.parameterHelp", {
                known: importedParameters.map((one) => t("addImported.known", one)).join(", "),
              })}
            />
            <FormTextField
              field={fields.value}
              label={t("addImported.value")}
              maxLength={200}
              requiredIndicator
              helpText={t("addImported.valueHelp")}
            />
          </FormLayout.Group>
          <AffiliatePicker field={fields.affiliate} />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            {t("addImported.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
