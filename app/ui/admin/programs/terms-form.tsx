import { Banner, Card } from "@shopify/polaris";
import { useSyncExternalStore } from "react";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, type FormRefusal } from "../../shared/field-errors.ts";
import { PlainTermsFields } from "./plain-terms-fields.tsx";
import type { TermsDraft } from "./terms/draft.ts";
import type { TermsError } from "./terms/editor-context.ts";
import { TermsEditor } from "./terms/terms-editor.tsx";

type Props = {
  terms: TermsDraft;
  refusal: FormRefusal | null;
  errors: readonly TermsError[];
  currency: string;
  onChange: (terms: TermsDraft) => void;
};

const neverChanges = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;

/** The part of a form that holds terms: the editor, or what a page without scripts can post. */
export function TermsFormPart({ terms, refusal, errors, currency, onChange }: Props) {
  // Only a script can keep the hidden fields right, so a page without one does not hold them.
  const isLive = useSyncExternalStore(neverChanges, inBrowser, onServer);
  return (
    <>
      {isLive && (
        <>
          <input type="hidden" name="commissionType" value="edited" />
          <input type="hidden" name="terms" value={JSON.stringify(terms)} />
        </>
      )}
      <noscript>
        {/* The editor does nothing without a script. */}
        <style>{".needs-script{display:none}"}</style>
        <Card>
          <PlainTermsFields terms={terms} refusal={refusal} currency={currency} />
        </Card>
      </noscript>
      <div className="needs-script editor-sections">
        <TermsEditor terms={terms} currency={currency} errors={errors} onChange={onChange} />
      </div>
    </>
  );
}

type BannerProps = {
  refusal: FormRefusal | null;
  /** Names of the flat fields that show their faults themselves. */
  fields: readonly string[];
  isDirty: boolean;
  onDiscard: () => void;
};

/** Faults of the terms stand at their fields; this says the rest, and what to do in a conflict. */
export function TermsFormBanner({ refusal, fields, isDirty, onDiscard }: BannerProps) {
  const isConflict = refusal?.errors.some((error) => error.field === "revision") ?? false;
  if (!isConflict || !isDirty) {
    const shown = refusal?.errors.map((error) => error.field).filter(isTermsPath) ?? [];
    return <ErrorBanner message={bannerMessage(refusal, [...fields, ...shown])} answer={refusal} />;
  }
  return (
    <Banner
      title="Error"
      tone="critical"
      action={{ content: "Discard mine and show the newest", onAction: onDiscard }}
    >
      <p>{refusal?.message}</p>
    </Banner>
  );
}

const flatPaths = new Set(["percent", "amount", "commissionType", "attributionDays", "holdDays"]);

function isTermsPath(field: string): boolean {
  return field.startsWith("terms.") || flatPaths.has(field);
}
