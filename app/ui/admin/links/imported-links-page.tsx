import { BlockStack, Button, Card, EmptyState, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type {
  CheckedImportedLinkWire,
  importedLinkForm,
  ImportedLinkWire,
} from "#app/contracts/imported-link.ts";
import { importedParameters } from "#app/domain/referral-code.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount } from "../../shared/format.ts";
import { importedLinkList } from "#app/contracts/lists/links.ts";
import type { ChosenAffiliate } from "../../shared/list/searched-filter.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "../commissions/affiliate-field.tsx";

type Props = {
  importedLinks: readonly ImportedLinkWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
};

/** Links > Imported links: parameters of other systems, mapped to affiliates so that old links keep paying. */
export function ImportedLinksPage({ importedLinks, pagination, timeZone, affiliate }: Props) {
  return (
    <>
      <ListPage
        list={importedLinkList}
        title={frameText("pages.importedLinks")}
        subtitle="Old links that carry a parameter such as sca_ref=123 go on counting for the affiliate whom you name here."
        backAction={{ content: frameText("pages.links"), url: "/dashboard/affiliates/links" }}
        searchLabel="Search parameters and values"
        resourceName={{ singular: "parameter", plural: "parameters" }}
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
          <EmptyState heading="Nothing is mapped" image="/empty-affiliates.svg">
            <p>Coming from another system? Say whose its parameters are, one by one or from a list.</p>
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
  return (
    <PastedRowsForm<CheckedImportedLinkWire>
      id="imported-link-rows"
      title="Add a list"
      label="Lines of parameter, value, affiliate"
      placeholder={"sca_ref,123456,iris@example.com\nsca_ref,123457,NOOR"}
      helpText="As a spreadsheet exports it. The affiliate by e-mail address, referral code or id."
      save="Save all"
      saveOthers="save"
      saved={(added) => `${formatCount(added)} added`}
      column="Parameter"
      nameOf={(row) => `${row.parameter}=${row.value}`}
    />
  );
}

/** Removes an imported link after a confirmation. */
function RemoveImportedLink({ referral: { parameter, value, affiliate } }: { referral: ImportedLinkWire }) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const text = `${parameter}=${value}`;
  const onDone = useCallback(() => void addToast({ message: `${text} removed` }), [addToast, text]);
  const { fetcher, isBusy } = useIntent("remove", onDone);
  function remove() {
    confirm({
      title: `Remove ${text}?`,
      message: `Links that carry it no longer count for ${affiliate.name}. What was earned stays.`,
      confirmLabel: "Remove",
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
      accessibilityLabel={`Remove ${text}`}
    >
      Remove
    </Button>
  );
}

/** Form for one parameter value and its affiliate. */
function AddImportedLinkForm() {
  const { addToast } = useUiActions();
  const onDone = useCallback(
    () => void addToast({ message: "Parameter added", type: "success" }),
    [addToast],
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
          Add a parameter
        </Text>
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormLayout.Group>
            <FormTextField
              field={fields.parameter}
              label="Parameter"
              maxLength={40}
              requiredIndicator
              helpText={`Known: ${importedParameters.map((one) => `${one.parameter} (${one.system})`).join(", ")}. Another one has to stand in the settings of the theme's embed, too.`}
            />
            <FormTextField
              field={fields.value}
              label="Value"
              maxLength={200}
              requiredIndicator
              helpText="What stands behind the = sign in the affiliate's old links."
            />
          </FormLayout.Group>
          <AffiliateField field={fields.affiliate} />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Add
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
