import { marked } from "marked";

/** The help pages of `docs/help`, in the order of the contents. The build includes their text. */
const files = import.meta.glob<string>("../../docs/help/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const names = [
  "getting-started",
  "programs",
  "audit",
  "switching",
  "affiliates",
  "links-and-codes",
  "attribution",
  "tracking",
  "commissions",
  "payouts",
  "reconciliation",
  "fraud",
  "reports",
  "ledger",
  "privacy",
] as const;

export type HelpEntry = { readonly name: string; readonly title: string };
type HelpPage = HelpEntry & { readonly html: string };

const pages: readonly HelpPage[] = names.map((name) => {
  const text = files[`../../docs/help/${name}.md`];
  if (text === undefined) throw new Error(`docs/help/${name}.md is missing.`);
  const [heading = "", ...body] = text.split("\n");
  return { name, title: heading.replace(/^# /, ""), html: marked.parse(body.join("\n"), { async: false }) };
});

export const helpEntries: readonly HelpEntry[] = pages.map(({ name, title }) => ({ name, title }));

/** A page by its name in the address; undefined if there is none. */
export function findHelpPage(name: string): HelpPage | undefined {
  return pages.find((page) => page.name === name);
}
