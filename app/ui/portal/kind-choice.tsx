import { Form, useSubmit } from "@remix-run/react";
import { Button, InlineStack, Select } from "@shopify/polaris";
import type { AccountKind } from "#app/domain/payouts/details.ts";
import { useText } from "../texts/use-text.ts";

type Props = { readonly kinds: readonly AccountKind[]; readonly kind: AccountKind };

/** How an affiliate wants to be paid. The choice is part of the address; without a script a button sends it. */
export function KindChoice({ kinds, kind }: Props) {
  const t = useText("portal");
  const submit = useSubmit();
  return (
    <Form method="get" preventScrollReset>
      <InlineStack gap="300" blockAlign="end">
        <Select
          id="details-kind"
          name="kind"
          label={t("details.kind")}
          options={kinds.map((value) => ({ value, label: t(`details.kinds.${value}`) }))}
          value={kind}
          onChange={(chosen) => submit({ kind: chosen }, { method: "get", preventScrollReset: true })}
        />
        <noscript>
          <Button submit>{t("details.next")}</Button>
        </noscript>
      </InlineStack>
    </Form>
  );
}
