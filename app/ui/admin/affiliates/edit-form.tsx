import { BlockStack, FormLayout } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { affiliateForm } from "#app/contracts/affiliate-forms.ts";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { tagKey, tagsIn } from "#app/domain/tags.ts";
import { AppSaveBar } from "../../shared/frame/app-save-bar.tsx";
import { NoNoticeField } from "../no-notice-select.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { ProgramChoice, type ProgramOption } from "./program-choice.tsx";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useText } from "../../texts/use-text.ts";

function valuesOf({ name, email, referralCode, tags, note, programs }: AffiliateWire) {
  return {
    name,
    email,
    referralCode,
    tags: tags.join(", "),
    reason: "",
    note,
    programIds: programs.map((program) => program.id),
  } satisfies FieldsOf<typeof affiliateForm>;
}

type ProgramsAndTags = Pick<ReturnType<typeof valuesOf>, "tags" | "programIds">;

/** True where the affiliate loses a program or a tag, which needs notice or a reason. */
function isReduced(before: ProgramsAndTags, after: ProgramsAndTags): boolean {
  const kept = new Set(tagsIn(after.tags).map(tagKey));
  return (
    before.programIds.some((id) => !after.programIds.includes(id)) ||
    tagsIn(before.tags).some((tag) => !kept.has(tagKey(tag)))
  );
}

function isSame(one: AffiliateWire, other: AffiliateWire): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
}

type Props = { affiliate: AffiliateWire; programs: readonly ProgramOption[] };

/**
 * Form for an affiliate's data. It posts the revision it was opened with, so that a change saved by someone else
 * meanwhile is a conflict and is not overwritten.
 */
export function EditForm({ affiliate, programs }: Props) {
  const t = useText("affiliates");
  const { addToast } = useUiActions();
  const [opened, setOpened] = useState(affiliate);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const onDone = useCallback(() => {
    addToast({ message: t("edit.saved"), type: "success" });
    setSavedAt(opened.revision);
  }, [addToast, opened.revision, t]);
  const { fetcher, refusal, isBusy } = useIntent("edit", onDone);
  const { id, fields, values, isDirty, banner, discard, submit } = useAppForm({
    id: "affiliate",
    defaultValue: valuesOf(opened),
    answer: refusal,
  });

  // Follow a newer version if nothing would be lost: after saving, or without edits. If a newer version has the same
  // editable values (for example after a code was assigned), keep the edits on top of it.
  if (affiliate.revision !== opened.revision) {
    const isFree = savedAt === opened.revision || !isDirty;
    if (isFree) discard();
    if (isFree || isSame(affiliate, opened)) {
      setOpened(affiliate);
      setSavedAt(null);
    }
  }

  function discardTyped() {
    setOpened(affiliate);
    discard();
  }

  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="revision" value={opened.revision} />
      <BlockStack gap="400">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormLayout.Group>
            <FormTextField field={fields.name} label={t("edit.name")} maxLength={120} requiredIndicator />
            <FormTextField
              field={fields.email}
              label={t("edit.email")}
              type="email"
              maxLength={254}
              requiredIndicator
              helpText={t("edit.emailHelp")}
            />
          </FormLayout.Group>
          <FormTextField
            field={fields.referralCode}
            label={t("edit.code")}
            maxLength={32}
            requiredIndicator
            helpText={t("edit.codeHelp")}
          />
          <ProgramChoice programs={programs} field={fields.programIds} />
          <FormTextField
            field={fields.tags}
            label={t("edit.tags")}
            maxLength={1000}
            helpText={t("edit.tagsHelp")}
          />
          {isReduced(valuesOf(opened), values) && <NoNoticeField field={fields.reason} />}
          <FormTextField
            field={fields.note}
            label={t("edit.note")}
            multiline={3}
            maxLength={2000}
            helpText={t("edit.noteHelp")}
          />
        </FormLayout>
      </BlockStack>
      <AppSaveBar isDirty={isDirty} isBusy={isBusy} onSave={submit} onDiscard={discardTyped} />
    </fetcher.Form>
  );
}
