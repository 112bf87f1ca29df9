import { BlockStack } from "@shopify/polaris";
import { useCallback, useRef, useState } from "react";
import type { LinkWire } from "#app/contracts/link.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { ErrorBanner } from "../error-banner.tsx";
import { bannerMessage, textsGiven } from "../field-errors.ts";
import { SaveButtons } from "../save-buttons.tsx";
import { UnsavedGuard } from "../unsaved-guard.tsx";
import { useIntent } from "../form/use-intent.ts";
import { LinkFields, type LinkChoices } from "./link-fields.tsx";
import type { LinkTexts } from "./link-texts.ts";
import { linkFieldNames, linkValuesOf } from "./link-values.ts";

type Props = {
  link: LinkWire;
  choices: LinkChoices;
  addressStart: string;
  /** Whether leaving with something unsaved is asked about: the portal has no bar for it. */
  isGuarded: boolean;
  texts: LinkTexts;
};

/** Changes a link. It names the revision that it was opened with: what someone else saved is never overwritten unseen. */
export function LinkEditForm({ link, choices, addressStart, isGuarded, texts }: Props) {
  const { addToast } = useUiActions();
  const form = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState(link);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const onDone = useCallback(() => {
    addToast({ message: texts.saved, type: "success" });
    setSavedAt(opened.revision);
  }, [addToast, opened.revision, texts.saved]);
  const { fetcher, refusal, isBusy } = useIntent("edit", onDone);
  const [values, setValues] = useState(() => textsGiven(refusal, linkValuesOf(link)));
  const isChanged = JSON.stringify(values) !== JSON.stringify(linkValuesOf(opened));

  // A newer version is taken over where nothing would be lost: after saving, or where nothing was typed.
  if (link.revision !== opened.revision && (savedAt === opened.revision || !isChanged)) {
    setOpened(link);
    setValues(linkValuesOf(link));
    setSavedAt(null);
  }

  const discard = () => setValues(linkValuesOf(opened));
  return (
    <fetcher.Form method="post" ref={form} noValidate>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="revision" value={opened.revision} />
      <BlockStack gap="400">
        <ErrorBanner message={bannerMessage(refusal, linkFieldNames)} answer={refusal} />
        <LinkFields
          values={values}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          refusal={refusal}
          choices={choices}
          addressStart={addressStart}
          isNew={false}
          texts={texts}
        />
        <SaveButtons
          isDirty={isChanged}
          isBusy={isBusy}
          onDiscard={discard}
          submitLabel={texts.save}
          discardLabel={texts.discard}
        />
      </BlockStack>
      {isGuarded && (
        <UnsavedGuard
          isDirty={isChanged}
          isBusy={isBusy}
          onSave={() => form.current?.requestSubmit()}
          onDiscard={discard}
        />
      )}
    </fetcher.Form>
  );
}
