import type { ThemeName } from "@shopify/polaris-tokens";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Theme, usePageHost, useUiActions, useUiState } from "../state/ui-provider.tsx";

/** Key of local storage (SPEC §3) and name of the cookie that mirrors it, so that the server renders it at once. */
export const themeKey = "theme";

export type Surroundings = { readonly narrow: boolean; readonly moreContrast: boolean };

/** Media queries: below Polaris' breakpoint md, and a preference for more contrast. */
export const narrowQuery = "(max-width: 47.9975em)";
export const moreContrastQuery = "(prefers-contrast: more)";

/** Polaris' theme for the choice. The dark theme has its own rules for contrast and width. */
export function polarisTheme(theme: Theme, { narrow, moreContrast }: Surroundings): ThemeName {
  if (theme === "dark") return "dark-experimental";
  if (moreContrast) return "light-high-contrast-experimental";
  return narrow ? "light-mobile" : "light";
}

export function isTheme(text: string | null | undefined): text is Theme {
  return text === "light" || text === "dark";
}

/** Theme in a Cookie header; light without one. */
export function themeOfCookie(header: string | null): Theme {
  const match = /(?:^|;\s*)theme=(\w+)/.exec(header ?? "");
  return isTheme(match?.[1]) ? match[1] : "light";
}

/**
 * One year. In Shopify's frame the app is a third party: its cookie needs SameSite=None, and in browsers that block
 * third-party data a partitioned cookie (CHIPS).
 */
export function themeCookie(theme: Theme, embedded: boolean): string {
  const policy = embedded ? "SameSite=None; Secure; Partitioned" : "SameSite=Lax";
  return `${themeKey}=${theme}; Path=/; Max-Age=31536000; ${policy}`;
}

/**
 * Runs before the first paint: sets the theme's class from what the server does not know (local storage, width,
 * contrast), so that no other theme flashes. It repeats `polarisTheme`.
 */
export const themeScript = `(function(){try{var t=localStorage.getItem("${themeKey}"),c=document.documentElement.classList;
if(t!=="light"&&t!=="dark")t=c.contains("p-theme-dark-experimental")?"dark":"light";
var n=t==="dark"?"dark-experimental":matchMedia("${moreContrastQuery}").matches?"light-high-contrast-experimental":matchMedia("${narrowQuery}").matches?"light-mobile":"light";
c.remove("p-theme-light","p-theme-dark-experimental");c.add("p-theme-"+n)}catch(e){}})()`;

/** Layout effect in the browser. On the server React would warn. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Polaris' theme. Stores the choice in local storage and the cookie. */
export function usePolarisTheme(): ThemeName {
  const { theme } = useUiState();
  const { setTheme } = useUiActions();
  const { embedded } = usePageHost();
  const narrow = useMedia(narrowQuery);
  const moreContrast = useMedia(moreContrastQuery);
  const restored = useRef(false);

  useBeforePaint(() => {
    if (!restored.current) {
      restored.current = true;
      const stored = readStored();
      if (isTheme(stored) && stored !== theme) {
        setTheme(stored);
        return;
      }
    }
    rememberTheme(theme, embedded);
  }, [theme, setTheme, embedded]);

  return polarisTheme(theme, { narrow, moreContrast });
}

/** False in the first render, as on the server; correct before the first paint. */
function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(false);
  useBeforePaint(() => {
    const list = window.matchMedia(query);
    const read = () => setMatches(list.matches);
    read();
    list.addEventListener("change", read);
    return () => list.removeEventListener("change", read);
  }, [query]);
  return matches;
}

function readStored(): string | null {
  try {
    return window.localStorage.getItem(themeKey);
  } catch {
    return null;
  }
}

function rememberTheme(theme: "light" | "dark", embedded: boolean): void {
  document.cookie = themeCookie(theme, embedded);
  try {
    window.localStorage.setItem(themeKey, theme);
  } catch {
    // Without storage, only the cookie keeps the choice.
  }
}
