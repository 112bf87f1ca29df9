import { Icon, TopBar } from "@shopify/polaris";
import { ExitIcon, LayoutSidebarLeftIcon, MoonIcon, SunIcon } from "@shopify/polaris-icons";
import { useRef, useState } from "react";
import { clearBrowserSession } from "../../shared/browser-session.ts";
import { frameText as t } from "../../shared/frame/frame-text.ts";
import { useUiActions, useUiState } from "../../state/ui-provider.tsx";

export type SignedInUser = { readonly name: string; readonly email: string | null; readonly shop: string };

type Props = { user: SignedInUser; onNavigationToggle: () => void };

/** Top bar of every admin page: sidebar toggle and user menu. */
export function AdminTopBar({ user, onNavigationToggle }: Props) {
  return (
    <TopBar
      showNavigationToggle
      onNavigationToggle={onNavigationToggle}
      secondaryMenu={<SidebarToggle />}
      userMenu={<UserMenu user={user} />}
    />
  );
}

function SidebarToggle() {
  const { sidebarCollapsed } = useUiState();
  const { toggleSidebar } = useUiActions();
  const label = sidebarCollapsed ? t("sidebar.expand") : t("sidebar.collapse");
  return (
    <button
      type="button"
      className="top-bar-button sidebar-button"
      aria-label={label}
      aria-expanded={!sidebarCollapsed}
      title={label}
      onClick={toggleSidebar}
    >
      <Icon source={LayoutSidebarLeftIcon} />
    </button>
  );
}

function UserMenu({ user }: { user: SignedInUser }) {
  const [open, setOpen] = useState(false);
  const { theme } = useUiState();
  const { setTheme, setGlobalLoading } = useUiActions();
  const logOutForm = useRef<HTMLFormElement>(null);

  const name = user.name || user.shop;
  const detail = user.email ?? user.shop;
  const initials = initialsOf(name);

  function logOut() {
    clearBrowserSession();
    setGlobalLoading(true, t("user.loggingOut"));
    logOutForm.current?.submit();
  }

  const themes = {
    items: [
      {
        content: t("user.light"),
        icon: SunIcon,
        active: theme === "light",
        onAction: () => setTheme("light"),
      },
      { content: t("user.dark"), icon: MoonIcon, active: theme === "dark", onAction: () => setTheme("dark") },
    ],
  };
  const leaving = { items: [{ content: t("user.logOut"), icon: ExitIcon, onAction: logOut }] };
  return (
    <>
      <TopBar.UserMenu
        // The spaces separate the lines for screen readers.
        name={`${name} `}
        detail={`${detail} `}
        initials={initials}
        // The accessible name contains the visible text, so that voice control finds the button (WCAG 2.5.3).
        accessibilityLabel={t("user.menu", { name, detail, initials })}
        open={open}
        onToggle={() => setOpen((now) => !now)}
        actions={[themes, leaving]}
      />
      <form ref={logOutForm} method="post" action="/auth/logout" hidden />
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => word?.charAt(0) ?? "")
    .join("")
    .toUpperCase();
}
