import {
  BlockStack,
  Button,
  Card,
  EmptyState,
  FormLayout,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { CheckedForeignWire, ForeignWire } from "#app/contracts/foreign-referral.ts";
import { importedLinkList } from "#app/contracts/lists/links.ts";
import { foreignParameters } from "#app/domain/foreign-parameter.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, textsGiven } from "../../shared/field-errors.ts";
import { formatCount } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { PastedRowsForm } from "../../shared/pasted-rows-form.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { LinksTabs } from "./links-tabs.tsx";

type Props = {
  importedLinks: readonly ForeignWire[];
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
        title="Links of other systems"
        subtitle="Old links that carry a parameter such as sca_ref=123 go on counting for the affiliate whom you name here."
        banner={<LinksTabs />}
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
    <PastedRowsForm<CheckedForeignWire>
      id="foreign-rows"
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

/** Forgets whose a parameter's value is, after asking. */
function RemoveImportedLink({ referral: { parameter, value, affiliate } }: { referral: ForeignWire }) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const text = `${parameter}=${value}`;
  const onDone = useCallback(() => void addToast({ message: `${text} removed` }), [addToast, text]);
  const { fetcher, isBusy } = useIntentForm("remove", onDone);
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

const nothing = { parameter: "", value: "", affiliate: "" };

/** One parameter with one value, and whose it is. */
function AddImportedLinkForm() {
  const { addToast } = useUiActions();
  const [done, setDone] = useState(0);
  const onDone = useCallback(() => {
    addToast({ message: "Parameter added", type: "success" });
    setDone((count) => count + 1);
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("add", onDone);
  const [values, setValues] = useState(() => textsGiven(refusal, nothing));
  const [cleared, setCleared] = useState(0);
  // The next one is of the same system, mostly.
  if (done !== cleared) {
    setCleared(done);
    setValues((before) => ({ ...nothing, parameter: before.parameter }));
  }
  function field(name: "parameter" | "value") {
    const error = fieldError(refusal, name);
    return {
      id: `foreign-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      autoComplete: "off",
      ...(error !== undefined && { error }),
    };
  }
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="add" />
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Add a parameter
        </Text>
        <ErrorBanner message={bannerMessage(refusal, ["parameter", "value", "affiliate"])} answer={refusal} />
        <FormLayout>
          <FormLayout.Group>
            <TextField
              {...field("parameter")}
              label="Parameter"
              maxLength={40}
              requiredIndicator
              helpText={`Known: ${foreignParameters.map((one) => `${one.parameter} (${one.system})`).join(", ")}. Another one has to stand in the settings of the theme's embed, too.`}
            />
            <TextField
              {...field("value")}
              label="Value"
              maxLength={200}
              requiredIndicator
              helpText="What stands behind the = sign in the affiliate's old links."
            />
          </FormLayout.Group>
          <AffiliateField
            id="foreign-affiliate"
            name="affiliate"
            value={values.affiliate}
            onChange={(affiliate) => setValues((before) => ({ ...before, affiliate }))}
            error={fieldError(refusal, "affiliate")}
          />
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
