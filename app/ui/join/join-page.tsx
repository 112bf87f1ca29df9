import { Form, useNavigation } from "@remix-run/react";
import type { TextFunction } from "#app/i18n/text-function.ts";
import type { ReactNode } from "react";
import type { JoinAnswer, JoinFieldWire, JoinFormWire, JoinPageWire } from "#app/contracts/join.ts";
import type { PayWire } from "#app/contracts/terms.ts";
import { formatMoney, formatRatio } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { JoinBox } from "./join-box.tsx";

type Props = JoinPageWire & { answer: JoinAnswer | null };

/** A program's terms and the application form, as plain HTML that is fast and needs no JavaScript. */
export function JoinPage({ brand, program, commission, terms, form, answer }: Props) {
  const t = useText("join");
  if (answer?.ok) {
    return (
      <JoinBox brand={brand} title={t("sent.title")}>
        <p>
          <output>{t("sent.text")}</output>
        </p>
        <p className="join-quiet">{t("sent.help")}</p>
      </JoinBox>
    );
  }
  return (
    <JoinBox brand={brand} title={t("page.title", { shop: brand.name })}>
      <p className="join-lead">{earnLine(commission, t)}</p>
      {program.description !== "" && <p className="join-lines">{program.description}</p>}
      <section>
        <h2>{t("how.title")}</h2>
        <ol>
          <li>{t("how.share")}</li>
          <li>{t("how.sale")}</li>
          <li>{t("how.paid")}</li>
        </ol>
      </section>
      <section id="terms">
        <h2>{t("terms.title")}</h2>
        <ul>
          {terms.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <section>{form ? <JoinForm form={form} answer={answer} /> : <p>{t("page.closed")}</p>}</section>
    </JoinBox>
  );
}

/** The commission in one sentence. */
function earnLine(pay: PayWire, t: TextFunction<"join">): string {
  switch (pay.type) {
    case "percentage":
      return t("terms.rate", { rate: formatPercent(pay.percent) });
    case "fixed":
      return t("terms.perOrder", { amount: formatMoney(pay.amount) });
    case "per-item":
      return t("terms.perItem", { amount: formatMoney(pay.amount) });
    case "tiered":
      return tieredLine(pay, t);
    case "none":
    default:
      return t("terms.varies");
  }
}

function tieredLine(pay: Extract<PayWire, { type: "tiered" }>, t: TextFunction<"join">): string {
  const top = pay.steps.at(-1)?.pay;
  if (pay.below.type === "percentage" && top?.type === "percentage") {
    return t("terms.rateUpTo", {
      rate: formatPercent(pay.below.percent),
      top: formatPercent(top.percent),
    });
  }
  return t("terms.varies");
}

/** "12.5" as "12.5%", in German "12,5 %". */
function formatPercent(percent: string): string {
  return formatRatio(Number(percent) / 100);
}

type JoinRefusal = Extract<JoinAnswer, { ok: false }>;
type JoinFormProps = { form: JoinFormWire; answer: JoinRefusal | null };

/** The application form. Without JavaScript the browser posts it, and the answer has the input and its errors. */
function JoinForm({ form, answer }: JoinFormProps) {
  const t = useText("join");
  const isBusy = useNavigation().state !== "idle";
  const given = answer?.given ?? {};
  const errorOf = (field: string): string | null => {
    const problem = answer?.fields.find((one) => one.field === field);
    return problem ? t(`faults.${problem.fault}`) : null;
  };
  return (
    // The fragment scrolls to the form, so that its errors are visible without JavaScript.
    <Form method="post" action="#apply" id="apply" noValidate className="join-form">
      <h2>{t("form.title")}</h2>
      {answer && (
        <p role="alert" className="join-alert">
          {t(`problems.${answer.problem}`)}
        </p>
      )}
      {Object.entries({ ...form.hidden, ...sourceGiven(given) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Input name="name" label={t("form.name")} error={errorOf("name")} isRequired>
        {(attributes) => (
          <input {...attributes} autoComplete="name" maxLength={120} defaultValue={given["name"]} />
        )}
      </Input>
      <Input name="email" label={t("form.email")} error={errorOf("email")} isRequired>
        {(attributes) => (
          <input
            {...attributes}
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={given["email"]}
          />
        )}
      </Input>
      {form.countries.length > 0 && (
        <Input name="country" label={t("form.country")} error={errorOf("country")}>
          {(attributes) => (
            <select {...attributes} defaultValue={given["country"] ?? ""}>
              <option value="">{t("form.chooseOne")}</option>
              {form.countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Input>
      )}
      {form.fields.map((field) => (
        <Question
          key={field.id}
          field={field}
          value={given[`answer-${field.id}`] ?? ""}
          error={errorOf(`answer-${field.id}`)}
        />
      ))}
      {/* Honeypot: people neither see nor reach it, and bots fill in every field. */}
      <div className="join-trap" aria-hidden="true">
        <label>
          {t("form.leaveEmpty")}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Check
        name="agree"
        label={t("form.agree")}
        error={errorOf("agree")}
        isChecked={given["agree"] === "yes"}
      />
      <button type="submit" className="join-button" disabled={isBusy}>
        {t("form.submit")}
      </button>
    </Form>
  );
}

/** The referrer is known on the first view only. */
function sourceGiven(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => name === "referrer" || name.startsWith("utm-")),
  );
}

function Question({ field, value, error }: { field: JoinFieldWire; value: string; error: string | null }) {
  const t = useText("join");
  const { id, kind, isRequired, choices } = field;
  const name = `answer-${id}`;
  const label = isRequired ? field.label : t("form.optional", { label: field.label });
  if (kind === "checkbox") {
    const hint = error === null ? null : t("form.check");
    return <Check name={name} label={label} error={hint} isChecked={value === "yes"} />;
  }
  return (
    <Input name={name} label={label} error={error} isRequired={isRequired}>
      {(attributes) => {
        if (kind === "choice") {
          return (
            <select {...attributes} defaultValue={value}>
              <option value="">{t("form.chooseOne")}</option>
              {choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          );
        }
        if (kind === "link") {
          return <input {...attributes} type="url" inputMode="url" maxLength={500} defaultValue={value} />;
        }
        return <textarea {...attributes} rows={3} maxLength={2000} defaultValue={value} />;
      }}
    </Input>
  );
}

type Attributes = {
  id: string;
  name: string;
  required: boolean;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

type InputProps = {
  name: string;
  label: string;
  error: string | null;
  isRequired?: boolean;
  children: (attributes: Attributes) => ReactNode;
};

function Input({ name, label, error, isRequired = false, children }: InputProps) {
  return (
    <div className="join-field">
      <label htmlFor={name}>{label}</label>
      {children({ id: name, name, required: isRequired, ...errorAttributes(name, error) })}
      <FieldError name={name} error={error} />
    </div>
  );
}

type CheckProps = { name: string; label: string; error: string | null; isChecked: boolean };

function Check({ name, label, error, isChecked }: CheckProps) {
  return (
    <div className="join-field">
      <label className="join-check">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={isChecked}
          {...errorAttributes(name, error)}
        />
        <span>{label}</span>
      </label>
      <FieldError name={name} error={error} />
    </div>
  );
}

function errorAttributes(name: string, error: string | null) {
  return error === null ? {} : ({ "aria-invalid": true, "aria-describedby": `${name}-error` } as const);
}

function FieldError({ name, error }: { name: string; error: string | null }) {
  return (
    error !== null && (
      <p id={`${name}-error`} className="join-error">
        {error}
      </p>
    )
  );
}
