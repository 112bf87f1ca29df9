import { Select } from "@shopify/polaris";
import { noNotice } from "#app/i18n/en/admin/no-notice.ts";
import { type FormField, FormSelect } from "../shared/form/form-fields.tsx";
import { merchantText, provideTexts } from "../texts/use-text.ts";

type Props = { readonly value: string; readonly onChange: (reason: string) => void };

provideTexts({ noNotice });
const t = merchantText("noNotice");

const reasons = ["fraud", "legal", "leaked-code"] as const;

const choice = {
  label: t("label"),
  options: [
    { label: t("reasons.none"), value: "" },
    ...reasons.map((value) => ({ label: t(`reasons.${value}`), value })),
  ],
  helpText: t("help"),
};

/** Select of the reason to end something without notice. */
export function NoNoticeSelect(props: Props) {
  return <Select {...choice} {...props} />;
}

export function NoNoticeField({ field }: { readonly field: FormField }) {
  return <FormSelect {...choice} field={field} />;
}
