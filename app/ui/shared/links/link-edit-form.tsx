import { BlockStack } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { LinkWire } from "#app/contracts/link.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { ErrorBanner } from "../error-banner.tsx";
import { useTextControl } from "../form/form-fields.tsx";
import { useAppForm } from "../form/use-app-form.ts";
import { SaveButtons } from "../save-buttons.tsx";
import { UnsavedGuard } from "../unsaved-guard.tsx";
import { useIntent } from "../form/use-intent.ts";
import { LinkFields, type LinkChoices } from "./link-fields.tsx";
import type { LinkTexts } from "./link-texts.ts";
import { linkValuesOf } from "./link-values.ts";

type Props = {
  link: LinkWire;
  choices: LinkChoices;
  addressStart: string;
  /** True where leaving with unsaved changes asks first; the portal has no bar for it. */
  isGuarded: boolean;
  texts: LinkTexts;
};

/** Changes a link. It names the revision that it was opened with: what someone else saved is never overwritten unseen. */
export function LinkEditForm({ link, choices, addressStart, isGuarded, texts }: Props) {
  const { addToast } = useUiActions();
  const [opened, setOpened] = useState(link);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const onDone = useCallback(() => {
    addToast({ message: texts.saved, type: "success" });
    setSavedAt(opened.revision);
  }, [addToast, opened.revision, texts.saved]);
  const { fetcher, answer, isBusy } = useIntent("edit", onDone);
  const { id, fields, values, isDirty, banner, discard, submit } = useAppForm({
    id: "link",
    defaultValue: shownValues(opened, choices),
    answer,
  });

  // A newer version is taken over where nothing would be lost: after saving, or where nothing was typed.
  if (link.revision !== opened.revision && (savedAt === opened.revision || !isDirty)) {
    setOpened(link);
    discard();
    setSavedAt(null);
  }

  const target = useTextControl(fields.target);
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="revision" value={opened.revision} />
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <LinkFields
          fields={fields}
          target={target}
          chosenCode={values.discountCode}
          choices={choices}
          addressStart={addressStart}
          isNew={false}
          texts={texts}
        />
        <SaveButtons
          isDirty={isDirty}
          isBusy={isBusy}
          onDiscard={discard}
          submitLabel={texts.save}
          discardLabel={texts.discard}
        />
      </BlockStack>
      {isGuarded && <UnsavedGuard isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discard} />}
    </fetcher.Form>
  );
}

/** The values of the fields that are shown: an affiliate does not choose the program. */
function shownValues(link: LinkWire, { programs }: LinkChoices) {
  const { programId, ...values } = linkValuesOf(link);
  return programs ? { ...values, programId } : values;
}
