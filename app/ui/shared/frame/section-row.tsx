import { useLocation } from "@remix-run/react";
import { usePageHost } from "../../state/ui-provider.tsx";
import { AppLink } from "./app-link.tsx";
import { frameText as t } from "./frame-text.ts";
import { sectionRowOf } from "./menus.ts";
import { useMenuLabel } from "./waiting.ts";

/** Links to the pages beside this one that the menu does not list. */
export function SectionRow() {
  const { pathname } = useLocation();
  const label = useMenuLabel();
  const row = sectionRowOf(pathname, usePageHost());
  if (!row) return null;
  return (
    <nav className="section-row no-print" aria-label={t(`pages.${row.name}`)}>
      <ul>
        {row.tabs.map((tab) => (
          <li key={tab.url}>
            <AppLink url={tab.url} aria-current={tab.url === pathname ? "page" : undefined}>
              {label(tab)}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
