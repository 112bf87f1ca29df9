import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useState, type RefObject } from "react";
import { bodyOf } from "#app/contracts/discount-form-body.ts";
import type { PlannedCodesWire } from "#app/contracts/discount.ts";
import { callApi } from "../../shared/api-client.ts";
import { ApiError } from "../../shared/api-error.ts";
import { formatCount } from "../../shared/format.ts";

type Seen = { readonly codes: readonly { name: string; code: string }[]; readonly total: number };

/** The codes that the form would make, asked for by a button: nothing is made. */
export function CodesPreview({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function look() {
    if (!form.current) return;
    setBusy(true);
    try {
      const body = bodyOf(fieldsOf(new FormData(form.current)));
      // The API of this same version answers it.
      const answer = (await callApi("/api/v1/discounts/preview", {
        method: "POST",
        body,
      })) as PlannedCodesWire;
      setSeen({
        total: answer.total,
        codes: answer.codes.map(({ affiliate, code }) => ({ name: affiliate.name, code })),
      });
      setFault(null);
    } catch (error) {
      setSeen(null);
      setFault(error instanceof ApiError ? error.message : "The codes could not be shown. Please try again.");
    }
    setBusy(false);
  }

  return (
    <BlockStack gap="200">
      <InlineStack>
        <Button onClick={() => void look()} loading={busy}>
          Preview codes
        </Button>
      </InlineStack>
      <div aria-live="polite">
        {fault !== null && (
          <Text as="p" tone="critical">
            {fault}
          </Text>
        )}
        {seen && (
          <BlockStack gap="100">
            <Text as="p">{`${formatCount(seen.total)} ${seen.total === 1 ? "code" : "codes"}`}</Text>
            {seen.codes.map(({ name, code }) => (
              <Text key={code} as="p">
                <code>{code}</code> {name}
              </Text>
            ))}
            {seen.total > seen.codes.length && <Text as="p">… and so on</Text>}
          </BlockStack>
        )}
      </div>
    </BlockStack>
  );
}

function fieldsOf(form: FormData): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).filter((value) => typeof value === "string");
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}
