import { TextField } from "@shopify/polaris";
import { useText } from "../../../texts/use-text.ts";
import { joiningWords } from "../joining/joining-draft.ts";
import { JoiningFields } from "../joining/joining-fields.tsx";
import { useEditedField } from "../terms/editor-context.ts";
import type { TermsFormState } from "../use-program-form.ts";
import { EditorSection } from "./editor-section.tsx";

type Props = { state: TermsFormState };

export function NameField({ state }: Props) {
  const t = useText("programs");
  const { values, set } = state;
  return (
    <TextField
      name="name"
      autoComplete="off"
      value={values.name}
      onChange={(name) => set({ name })}
      label={t("editor.name")}
      maxLength={120}
      {...useEditedField("name")}
    />
  );
}

export function DescriptionField({ state }: Props) {
  const t = useText("programs");
  const { values, set } = state;
  return (
    <TextField
      name="description"
      autoComplete="off"
      value={values.description}
      onChange={(description) => set({ description })}
      label={t("editor.description")}
      multiline={2}
      maxLength={2000}
      helpText={t("editor.descriptionHelp")}
      {...useEditedField("description")}
    />
  );
}

type JoiningProps = Props & {
  joinUrl: string | null;
  isActive: boolean;
  canEmail: boolean;
  /** Replaces the help of the notice period. */
  noticeHelp: string | null;
};

/** Last section of a program's editor: invitation only or open to applications. */
export function JoiningSection({ state, ...about }: JoiningProps) {
  const { values, errors, set } = state;
  const { joining, noticeDays } = values;
  if (!joining) return null;
  return (
    <EditorSection name="joining" summary={joiningWords(joining)}>
      <JoiningFields draft={joining} noticeDays={noticeDays} errors={errors} onChange={set} {...about} />
    </EditorSection>
  );
}
