import { Banner, Link, List } from "@shopify/polaris";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import { ErrorBanner, type FormRefusal } from "../../../shared/error-banner.tsx";
import { useText } from "../../../texts/use-text.ts";
import { fieldId, type TermsError } from "../terms/editor-context.ts";
import type { TermsFormState } from "../use-program-form.ts";
import { type SectionName, sectionId, SectionsContext } from "./editor-section.tsx";

type Props = { state: TermsFormState; isProgram: boolean };

/** Above the form: its errors with links to their fields, or a refusal that no field shows. */
export function FormErrors({ state, isProgram }: Props) {
  const t = useText("programs");
  const { refusal, isDirty, discard } = state;
  const errors = state.errors.filter(({ field }) => placeOf(field) !== null);
  const banner = useRef<HTMLDivElement>(null);
  const reveal = useRevealedField();
  useShownRefusal(refusal, { errors, banner, reveal });
  if (!refusal) return null;
  if (isConflict(refusal) && isDirty) {
    return (
      <Banner
        title={t("editor.errorTitle")}
        tone="critical"
        action={{ content: t("editor.conflict"), onAction: discard }}
      >
        <p>{refusal.message}</p>
      </Banner>
    );
  }
  const isAtFields =
    refusal.errors.length > 0 && refusal.errors.every(({ field }) => placeOf(field) !== null);
  if (!isAtFields) return <ErrorBanner message={refusal.message} answer={refusal} />;
  if (errors.length < 2) return null;
  const count = errors.length;
  return (
    <div ref={banner} tabIndex={-1}>
      <Banner
        tone="critical"
        title={isProgram ? t("editor.fixProgram", { count }) : t("editor.fixTerms", { count })}
      >
        <List>
          {errors.map(({ field, message }) => (
            <List.Item key={field}>
              <Link onClick={() => reveal(field)}>
                {t("editor.errorAt", { section: t(`sections.${placeOf(field) ?? "program"}`), message })}
              </Link>
            </List.Item>
          ))}
        </List>
      </Banner>
    </div>
  );
}

function isConflict({ errors }: FormRefusal): boolean {
  return errors.some(({ field }) => field === "revision");
}

const places: readonly (readonly [RegExp, SectionName | "program"])[] = [
  [/^(name|description|status|percent|amount|commissionType)$/, "program"],
  [/^terms\.commission\.(steps|period)\b/, "tiers"],
  [/^terms\.commission\b/, "program"],
  [/^terms\.rules\b/, "rules"],
  [/^terms\.bonuses\b/, "bonuses"],
  [/^terms\.base\b/, "base"],
  [/^terms\.caps\b/, "limits"],
  [/^(terms\.)?(windowDays|approval(Days|From)?)$/, "timing"],
  [/^(joining\..+|slug|noticeDays)$/, "joining"],
];

/** The section with the field of an error; null where no field shows it. */
export function placeOf(field: string): SectionName | "program" | null {
  return places.find(([pattern]) => pattern.test(field))?.[1] ?? null;
}

/** Sections with one of these errors. */
export function sectionsOf(errors: readonly TermsError[]): SectionName[] {
  const found = errors.map(({ field }) => placeOf(field));
  return [...new Set(found)].filter((place) => place !== null && place !== "program");
}

/** Opens the section of a field and focuses the field. */
function useRevealedField(): (field: string) => void {
  const { show } = useContext(SectionsContext);
  const [target, setTarget] = useState<{ readonly field: string } | null>(null);
  useEffect(() => {
    if (target) focusField(target.field);
  }, [target]);
  return (field) => {
    show(sectionsOf([{ field, message: "" }]));
    setTarget({ field });
  };
}

function focusField(field: string): void {
  const place = placeOf(field);
  const section = place === null || place === "program" ? null : document.getElementById(sectionId(place));
  const near = [...document.querySelectorAll<HTMLElement>('[id^="field-"]')].find(({ id }) =>
    isAbout(fieldId(field), id),
  );
  const wrong = (section ?? document).querySelector<HTMLElement>('[aria-invalid="true"]');
  (document.getElementById(fieldId(field)) ?? near ?? wrong)?.focus();
}

/** The error of a list is that of its field, and the error of a rule is shown in the rule. */
function isAbout(error: string, id: string): boolean {
  return id.startsWith(`${error}.`) || error.startsWith(`${id}.`);
}

type Shown = {
  readonly errors: readonly TermsError[];
  readonly banner: RefObject<HTMLElement>;
  readonly reveal: (field: string) => void;
};

/** After a refusal, leads to the only error, or to the top with all of them. */
function useShownRefusal(refusal: FormRefusal | null, { errors, banner, reveal }: Shown): void {
  const told = useRef<FormRefusal | null>(null);
  useEffect(() => {
    if (!refusal || told.current === refusal) return;
    told.current = refusal;
    const [first] = errors;
    if (first && errors.length === 1) return reveal(first.field);
    document.documentElement.scrollTo({ top: 0 });
    banner.current?.focus({ preventScroll: true });
  }, [refusal, errors, banner, reveal]);
}
