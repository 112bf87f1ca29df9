import { Banner, BlockStack, Card, FormLayout, List, TextField } from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useRef, useState } from "react";
import { retentionBounds, type RetentionPeriods } from "#app/domain/retention.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../../shared/field-errors.ts";
import { SaveButtons } from "../../shared/save-buttons.tsx";
import { UnsavedGuard } from "../../shared/unsaved-guard.tsx";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";
import { usePostedAnswer } from "../../shared/use-posted-answer.ts";

type Answer = ({ readonly ok: false } & FormRefusal) | { readonly ok: true };

const fields = [
  {
    name: "clickMonths",
    label: "Clicks, in months",
    about:
      "When a link was followed, which page it led to and from where. Clicks that are gone decide no later order; the figures stay.",
  },
  {
    name: "bodyDays",
    label: "Messages from Shopify, in days",
    about:
      "The encrypted texts of webhooks, which name customers. What was read from them stays; one that waits for you can be tried again only while its text is kept.",
  },
  {
    name: "pixelDays",
    label: "Checkouts seen by the web pixel, in days",
    about:
      "Which signed clicks a browser carried at a checkout. They matter until the order has been heard of.",
  },
  {
    name: "traceMonths",
    label: "Hashes of buyers, in months",
    about:
      "By which an affiliate's own order and a leaked code are recognised: of e-mail and postal addresses, and the site that led to the store. The fraud rules look only so far back; who is bound to an affiliate stays bound.",
  },
] as const satisfies readonly { name: keyof RetentionPeriods; label: string; about: string }[];

const names = fields.map((field) => field.name);

function textsOf(periods: RetentionPeriods) {
  const { clickMonths, bodyDays, pixelDays, traceMonths } = periods;
  return {
    clickMonths: String(clickMonths),
    bodyDays: String(bodyDays),
    pixelDays: String(pixelDays),
    traceMonths: String(traceMonths),
  };
}

const savedText = () => "Periods saved";

type Props = { periods: RetentionPeriods; warnings: readonly string[] };

/** For how long the shop keeps what goes by itself. */
export function RetentionForm({ periods, warnings }: Props) {
  const fetcher = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const posted = usePostedAnswer("save") as Answer | undefined;
  const answer = fetcher.data ?? posted;
  const refusal = answer?.ok === false ? answer : null;
  const [values, setValues] = useState(() => textsGiven(refusal, textsOf(periods)));
  const isChanged = JSON.stringify(values) !== JSON.stringify(textsOf(periods));
  const isBusy = fetcher.state !== "idle";
  useAnswerToast(fetcher.data, savedText);
  const discard = () => setValues(textsOf(periods));
  return (
    <Card>
      <fetcher.Form method="post" ref={form} noValidate>
        <input type="hidden" name="intent" value="save" />
        <BlockStack gap="400">
          <ErrorBanner message={bannerMessage(refusal, names)} answer={refusal} />
          <Warnings warnings={warnings} />
          <FormLayout>
            {fields.map(({ name, label, about }) => (
              <TextField
                key={name}
                id={`privacy-${name}`}
                name={name}
                label={label}
                type="number"
                min={retentionBounds[name].least}
                max={retentionBounds[name].most}
                autoComplete="off"
                helpText={about}
                value={values[name]}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
                {...faultOf(refusal, name)}
              />
            ))}
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
    </Card>
  );
}

function faultOf(refusal: FormRefusal | null, name: string) {
  const error = fieldError(refusal, name);
  return error === undefined ? {} : { error };
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning">
      <List>
        {warnings.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Banner>
  );
}
