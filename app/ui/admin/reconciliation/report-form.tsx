import { useFetcher } from "@remix-run/react";
import { Button, InlineStack, TextField } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";

type Answer = { readonly ok: false } & FormRefusal;

/** Asks PayPal what it paid on some days. */
export function ReportForm() {
  const fetcher = useFetcher<Answer>();
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  return (
    <fetcher.Form method="post">
      <ErrorBanner message={bannerMessage(refusal, ["first", "last"])} />
      <InlineStack gap="300" blockAlign="start">
        <TextField
          label="First day"
          labelHidden
          prefix="from"
          type="date"
          name="first"
          autoComplete="off"
          value={first}
          onChange={setFirst}
          {...faultAt(refusal, "first")}
        />
        <TextField
          label="Last day"
          labelHidden
          prefix="to"
          type="date"
          name="last"
          autoComplete="off"
          value={last}
          onChange={setLast}
          {...faultAt(refusal, "last")}
        />
        <Button
          submit
          variant="primary"
          loading={fetcher.state !== "idle"}
          disabled={first === "" || last === ""}
        >
          Read the report
        </Button>
      </InlineStack>
    </fetcher.Form>
  );
}

function faultAt(refusal: FormRefusal | null, field: string) {
  const error = fieldError(refusal, field);
  return error === undefined ? {} : { error };
}
