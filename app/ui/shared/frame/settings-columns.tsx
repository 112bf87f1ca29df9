import { useLocation } from "@remix-run/react";
import { Card } from "@shopify/polaris";
import type { ReactNode } from "react";
import { AppLink } from "./app-link.tsx";
import { frameText as t } from "./frame-text.ts";
import { settingsSections } from "./menus.ts";

/**
 * Address of the first section on a phone, where the settings open as the list. Wide screens show the section with
 * either.
 */
const generalUrl = "/dashboard/settings?section=general";

/** The settings section of this address. Below the breakpoint, /dashboard/settings is the list only. */
export function useSettingsSection(): { readonly name: "list" | "section"; readonly url: string } | null {
  const { pathname, search } = useLocation();
  const found = settingsSections.findIndex(({ url }) => url === pathname);
  if (found === -1) return null;
  const isList = found === 0 && new URLSearchParams(search).get("section") === null;
  return { name: isList ? "list" : "section", url: pathname };
}

/** Title of the first section: on a phone, the list has the settings' own. */
export function useSettingsTitle(): string {
  return t(useSettingsSection()?.name === "section" ? "pages.general" : "pages.settings");
}

type Props = { section: NonNullable<ReturnType<typeof useSettingsSection>>; children: ReactNode };

/** The sections of the settings beside the shown one. On a phone, one or the other. */
export function SettingsColumns({ section, children }: Props) {
  return (
    <div className="settings-columns" data-shows={section.name}>
      <nav className="settings-list no-print" aria-label={t("pages.settings")}>
        <Card padding="200">
          <ul>
            {settingsSections.map(({ name, url }, index) => (
              <li key={url}>
                <AppLink
                  url={index === 0 ? generalUrl : url}
                  aria-current={url === section.url ? "page" : undefined}
                >
                  {t(`pages.${name}`)}
                </AppLink>
              </li>
            ))}
          </ul>
        </Card>
      </nav>
      <div className="settings-body">{children}</div>
    </div>
  );
}
