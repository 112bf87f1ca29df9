import { Select } from "@shopify/polaris";

type Props = { readonly value: string; readonly name?: string; readonly onChange: (reason: string) => void };

const options = [
  { label: "None", value: "" },
  { label: "Fraud", value: "fraud" },
  { label: "Legal", value: "legal" },
  { label: "Leaked code", value: "leaked-code" },
];

/** The reason for which something ends without notice. */
export function NoNoticeSelect({ name, ...props }: Props) {
  return (
    <Select
      {...props}
      {...(name !== undefined && { name })}
      label="Reason to end without notice"
      options={options}
      helpText="Affiliates are told the reason."
    />
  );
}
