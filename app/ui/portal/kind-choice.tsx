import { Form, useSubmit } from "@remix-run/react";
import { Button, InlineStack, Select } from "@shopify/polaris";
import type { AccountKind } from "#app/domain/payouts/details.ts";

const kindNames: Readonly<Record<AccountKind, string>> = {
  paypal: "PayPal",
  "store-credit": "Store credit",
  iban: "Bank account with an IBAN",
  us: "Bank account in the United States",
  uk: "Bank account in the United Kingdom",
  other: "Bank account in another country",
};

type Props = { readonly kinds: readonly AccountKind[]; readonly kind: AccountKind };

/** How an affiliate wants to be paid. The choice is part of the address; without a script a button sends it. */
export function KindChoice({ kinds, kind }: Props) {
  const submit = useSubmit();
  return (
    <Form method="get" preventScrollReset>
      <InlineStack gap="300" blockAlign="end">
        <Select
          id="details-kind"
          name="kind"
          label="How you want to be paid"
          options={kinds.map((value) => ({ value, label: kindNames[value] }))}
          value={kind}
          onChange={(chosen) => submit({ kind: chosen }, { method: "get", preventScrollReset: true })}
        />
        <noscript>
          <Button submit>Go on</Button>
        </noscript>
      </InlineStack>
    </Form>
  );
}
