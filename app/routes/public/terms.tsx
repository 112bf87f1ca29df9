import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { merchantTexts } from "#app/i18n/texts.ts";
import { ProsePage } from "#app/ui/shared/prose-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

const sections = ["software", "service", "duties", "warranty", "end"] as const;

/** Loaded from the server, so that no other page's scripts include this text. */
export function loader() {
  const t = merchantTexts("legal");
  return {
    title: t("terms.title"),
    sections: sections.map((name) => ({
      heading: t(`terms.sections.${name}.heading`),
      text: t(`terms.sections.${name}.text`).split("\n\n"),
    })),
  };
}

export default function Terms() {
  return <ProsePage {...useLoaderData<typeof loader>()} />;
}
