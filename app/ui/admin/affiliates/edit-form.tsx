import { BlockStack, FormLayout, TextField } from "@shopify/polaris";
import { useCallback, useRef, useState } from "react";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { tagKey, tagsIn } from "#app/domain/tags.ts";
import { NoNoticeSelect } from "../no-notice-select.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, textsGiven, type FormRefusal } from "../../shared/field-errors.ts";
import { SaveButtons } from "../../shared/save-buttons.tsx";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { useUiActions } from "../../state/ui-provider.tsx";
import { ProgramChoice, type ProgramOption } from "./program-choice.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";

const fields = ["name", "email", "referralCode", "tags", "note"] as const;
const shownAtFields = [...fields, "programIds"];

type Texts = Record<(typeof fields)[number], string>;

function valuesOf(affiliate: AffiliateWire): Texts & { programIds: string[] } {
  const { name, email, referralCode, tags, note, programs } = affiliate;
  return {
    name,
    email,
    referralCode,
    tags: tags.join(", "),
    note,
    programIds: programs.map((program) => program.id),
  };
}

/** True where the affiliate loses a program or a tag, which needs notice or a reason. */
function isReduced(before: ReturnType<typeof valuesOf>, after: ReturnType<typeof valuesOf>): boolean {
  const kept = new Set(tagsIn(after.tags).map(tagKey));
  return (
    before.programIds.some((id) => !after.programIds.includes(id)) ||
    tagsIn(before.tags).some((tag) => !kept.has(tagKey(tag)))
  );
}

/** What was typed and refused, on a page without a script. */
function valuesGiven(
  refusal: FormRefusal | null,
  { programIds, ...texts }: ReturnType<typeof valuesOf>,
): ReturnType<typeof valuesOf> {
  const chosen = refusal?.given ? [refusal.given["programIds"] ?? []].flat() : programIds;
  return { ...textsGiven(refusal, texts), programIds: chosen };
}

function isSame(one: AffiliateWire, other: AffiliateWire): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
}

type Props = { affiliate: AffiliateWire; programs: readonly ProgramOption[] };

/**
 * Everything about an affiliate that a person may edit. It names the revision that it was opened with: what someone
 * else saved meanwhile is never overwritten unseen.
 */
export function EditForm({ affiliate, programs }: Props) {
  const { addToast } = useUiActions();
  const form = useRef<HTMLFormElement>(null);
  const [opened, setOpened] = useState(affiliate);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const onDone = useCallback(() => {
    addToast({ message: "Affiliate saved", type: "success" });
    setSavedAt(opened.revision);
  }, [addToast, opened.revision]);
  const { fetcher, refusal, isBusy } = useIntentForm("edit", onDone);
  const [values, setValues] = useState(() => valuesGiven(refusal, valuesOf(affiliate)));
  const [reason, setReason] = useState("");
  const isChanged = JSON.stringify(values) !== JSON.stringify(valuesOf(opened));

  // A newer version is taken over where nothing would be lost: after saving, or where nothing was typed. Where what
  // can be edited here is the same in both (a code was assigned, say), what was typed goes on from the newer one.
  if (affiliate.revision !== opened.revision) {
    const isFree = savedAt === opened.revision || !isChanged;
    if (isFree) {
      setValues(valuesOf(affiliate));
      setReason("");
    }
    if (isFree || isSame(affiliate, opened)) {
      setOpened(affiliate);
      setSavedAt(null);
    }
  }

  function discard() {
    setOpened(affiliate);
    setValues(valuesOf(affiliate));
  }

  function field(name: (typeof fields)[number]) {
    const error = fieldError(refusal, name);
    return {
      id: `affiliate-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      autoComplete: "off",
      ...(error !== undefined && { error }),
    };
  }

  return (
    <fetcher.Form method="post" ref={form} noValidate>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="revision" value={opened.revision} />
      <BlockStack gap="400">
        <ErrorBanner message={bannerMessage(refusal, shownAtFields)} answer={refusal} />
        <FormLayout>
          <FormLayout.Group>
            <TextField {...field("name")} label="Name" maxLength={120} requiredIndicator />
            <TextField
              {...field("email")}
              label="E-mail"
              type="email"
              maxLength={254}
              requiredIndicator
              helpText="A new address ends the links that were sent to the old one, and signs the affiliate out."
            />
          </FormLayout.Group>
          <TextField
            {...field("referralCode")}
            label="Referral code"
            maxLength={32}
            requiredIndicator
            helpText="Links with the old code go on working when you change it."
          />
          <ProgramChoice
            programs={programs}
            selected={values.programIds}
            onChange={(programIds) => setValues((before) => ({ ...before, programIds }))}
            error={fieldError(refusal, "programIds")}
          />
          <TextField {...field("tags")} label="Tags" maxLength={1000} helpText="Separate tags with commas." />
          {isReduced(valuesOf(opened), values) && (
            <NoNoticeSelect name="reason" value={reason} onChange={setReason} />
          )}
          <TextField
            {...field("note")}
            label="Note"
            multiline={3}
            maxLength={2000}
            helpText="Only you and your staff see it."
          />
        </FormLayout>
        <SaveButtons isDirty={isChanged} isBusy={isBusy} onDiscard={discard} />
      </BlockStack>
      <UnsavedGuard
        isDirty={isChanged}
        isBusy={isBusy}
        onSave={() => form.current?.requestSubmit()}
        onDiscard={discard}
      />
    </fetcher.Form>
  );
}
