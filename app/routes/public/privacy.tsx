import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Operator, readOperator } from "#app/http/operator.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { ProsePage, type ProseSection } from "#app/ui/shared/prose-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

const sections = [
  "staff",
  "affiliates",
  "applicants",
  "payouts",
  "visitors",
  "customers",
  "rights",
] as const;

/** Loaded from the server, so that no other page's scripts include this text. */
export function loader() {
  const t = merchantTexts("legal");
  const texts: ProseSection[] = sections.map((name) => ({
    heading: t(`privacy.sections.${name}.heading`),
    text: t(`privacy.sections.${name}.text`).split("\n\n"),
  }));
  return { title: t("privacy.title"), sections: [...texts, contactSection(readOperator())] };
}

function contactSection({ name, contact }: Operator): ProseSection {
  const t = merchantTexts("legal");
  const operator = name === null ? t("privacy.contact.noOperator") : t("privacy.contact.operator", { name });
  const answers = t(contact === null ? "privacy.contact.noContact" : "privacy.contact.contact");
  return { heading: t("privacy.contact.heading"), id: "contact", text: [operator, answers], link: contact };
}

export default function Privacy() {
  return <ProsePage {...useLoaderData<typeof loader>()} />;
}
