import { Select } from "@shopify/polaris";
import { type FormField, FormSelect } from "../shared/form/form-fields.tsx";

type Props = { readonly value: string; readonly onChange: (reason: string) => void };

const choice = {
  label: "Reason to end without notice",
  options: [
    { label: "None", value: "" },
    { label: "Fraud", value: "fraud" },
    { label: "Legal", value: "legal" },
    { label: "Leaked code", value: "leaked-code" },
  ],
  helpText: "Affiliates are told the reason.",
};

/** Select of the reason to end something without notice. */
export function NoNoticeSelect(props: Props) {
  return <Select {...choice} {...props} />;
}

export function NoNoticeField({ field }: { readonly field: FormField }) {
  return <FormSelect {...choice} field={field} />;
}
