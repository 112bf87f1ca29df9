import type { ThemeName } from "@shopify/polaris-tokens";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Theme, usePageHost, useUiActions, useUiState } from "../state/ui-provider.tsx";

/** Key of local storage (SPEC §3) and name of the cookie that mirrors it, so that the server renders it at once. */
export const themeKey = "theme";

export type Surroundings = { readonly narrow: boolean; readonly moreContrast: boolean };

/** Below Polaris' breakpoint md, and where the person's system asks for more contrast. */
export const narrowQuery = "(max-width: 47.9975em)";
export const moreContrastQuery = "(prefers-contrast: more)";

/** Polaris' theme for what was chosen, where it is shown. Dark has its own rules for contrast and width. */
export function polarisTheme(theme: Theme, { narrow, moreContrast }: Surroundings): ThemeName {
  if (theme === "dark") return "dark-experimental";
  if (moreContrast) return "light-high-contrast-experimental";
  return narrow ? "light-mobile" : "light";
}

export function isTheme(text: string | null | undefined): text is Theme {
  return text === "light" || text === "dark";
}

/** The theme in a Cookie header; light where there is none. */
export function themeOfCookie(header: string | null): Theme {
  const match = /(?:^|;\s*)theme=(\w+)/.exec(header ?? "");
  return isTheme(match?.[1]) ? match[1] : "light";
}

/**
 * A year. In the platform's frame the app is a third party: only SameSite=None lets its cookie through, and where a
 * browser blocks third-party data only a cookie that is kept apart for that site (CHIPS).
 */
export function themeCookie(theme: Theme, embedded: boolean): string {
  const policy = embedded ? "SameSite=None; Secure; Partitioned" : "SameSite=Lax";
  return `${themeKey}=${theme}; Path=/; Max-Age=31536000; ${policy}`;
}

/**
 * Runs before the first paint: what the server could not know (local storage, width, contrast) gives the page its
 * class without a flash of another theme. It repeats `polarisTheme` in the small.
 */
export const themeScript = `(function(){try{var t=localStorage.getItem("${themeKey}"),c=document.documentElement.classList;
if(t!=="light"&&t!=="dark")t=c.contains("p-theme-dark-experimental")?"dark":"light";
var n=t==="dark"?"dark-experimental":matchMedia("${moreContrastQuery}").matches?"light-high-contrast-experimental":matchMedia("${narrowQuery}").matches?"light-mobile":"light";
c.remove("p-theme-light","p-theme-dark-experimental");c.add("p-theme-"+n)}catch(e){}})()`;

/** Effects before the paint; on the server there is no paint, and React would complain. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** The theme that Polaris is to show; keeps what was chosen in local storage and in the cookie. */
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

/** False in the first render, as on the server; right before the first paint. */
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
    // Storage is forbidden here: the cookie alone keeps the choice.
  }
}
