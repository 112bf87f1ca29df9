import { useFetcher } from "@remix-run/react";
import {
  BlockStack,
  Button,
  Collapsible,
  FormLayout,
  InlineStack,
  List,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useId, useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import type { FormRefusal } from "../../shared/field-errors.ts";

type Answer = { readonly ok: false } & FormRefusal;

const providers = [
  { label: "PayPal", value: "paypal" },
  { label: "Wise", value: "wise" },
  { label: "Bank", value: "bank" },
];

/** Takes a statement in that somebody downloaded at a provider; what it does not tell by itself can be said. */
export function StatementFileForm({ currency }: { currency: string }) {
  const fetcher = useFetcher<Answer>();
  const [provider, setProvider] = useState("paypal");
  const [isOpen, setOpen] = useState(false);
  const fileId = useId();
  const moreId = useId();
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  return (
    <fetcher.Form method="post" encType="multipart/form-data">
      <BlockStack gap="300">
        <ErrorBanner message={refusal?.message ?? null} answer={refusal} />
        {refusal && refusal.errors.length > 1 && (
          <List>
            {refusal.errors.slice(0, 20).map(({ field, message }) => (
              <List.Item key={`${field} ${message}`}>{message}</List.Item>
            ))}
          </List>
        )}
        <InlineStack gap="300" blockAlign="end">
          <Select label="From" name="provider" options={providers} value={provider} onChange={setProvider} />
          <BlockStack gap="100">
            <label htmlFor={fileId}>CSV file, at most 10 MB</label>
            <input id={fileId} type="file" name="file" accept=".csv,.txt,text/csv" required />
          </BlockStack>
          <Button submit variant="primary" loading={fetcher.state !== "idle"}>
            Compare
          </Button>
          <Button
            onClick={() => setOpen(!isOpen)}
            ariaExpanded={isOpen}
            ariaControls={moreId}
            variant="plain"
          >
            How to read it
          </Button>
        </InlineStack>
        <Collapsible id={moreId} open={isOpen}>
          <Reading currency={currency} />
        </Collapsible>
      </BlockStack>
    </fetcher.Form>
  );
}

const named = [
  { name: "amount", label: "Column of amounts" },
  { name: "date", label: "Column of days" },
  { name: "reference", label: "Column that names the payout" },
] as const;

/** What a file cannot tell by itself, and names of columns that are called otherwise than usual. */
function Reading({ currency }: { currency: string }) {
  const [said, setSaid] = useState<Record<string, string>>({});
  const of = (name: string) => ({
    name,
    value: said[name] ?? "",
    onChange: (value: string) => setSaid((now) => ({ ...now, [name]: value })),
  });
  return (
    <FormLayout>
      <Text as="p" tone="subdued">
        Leave these empty where the file tells by itself.
      </Text>
      <FormLayout.Group condensed>
        <Select
          label="Decimals"
          options={[
            { label: "As the column tells", value: "" },
            { label: "1,234.50", value: "point" },
            { label: "1.234,50", value: "comma" },
          ]}
          {...of("decimals")}
        />
        <Select
          label="Days"
          options={[
            { label: "As the column tells", value: "" },
            { label: "Day first: 31/03/2026", value: "dmy" },
            { label: "Month first: 03/31/2026", value: "mdy" },
          ]}
          {...of("dates")}
        />
        <TextField
          label="Currency"
          placeholder={currency}
          maxLength={3}
          autoComplete="off"
          {...of("currency")}
        />
      </FormLayout.Group>
      <FormLayout.Group condensed>
        {named.map(({ name, label }) => (
          <TextField key={name} label={label} maxLength={100} autoComplete="off" {...of(name)} />
        ))}
      </FormLayout.Group>
    </FormLayout>
  );
}
