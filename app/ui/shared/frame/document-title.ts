import { frameText as t } from "./frame-text.ts";
import type { PageName } from "./menus.ts";

/** Title of a page's document, for `meta`, with the pages above it: "Health - Settings - Affiliate Platform". */
export function pageTitle(...pages: readonly PageName[]): [{ title: string }] {
  return [{ title: [...pages.map((page) => t(`pages.${page}`)), t("app")].join(" - ") }];
}

/** Title of the document of something in a list: "Maya Lin - Affiliates - Affiliate Platform". */
export function titleBelow(list: PageName, subject: string | undefined): [{ title: string }] {
  const [{ title }] = pageTitle(list);
  return [{ title: subject === undefined ? title : `${subject} - ${title}` }];
}
