import type { ThemeName } from "@shopify/polaris-tokens";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePlace, useUiActions, useUiState } from "../state/ui-provider.tsx";
import { isTheme, moreContrastQuery, narrowQuery, polarisTheme, themeCookie, themeKey } from "./theme.ts";

/** Effects before the paint; on the server there is no paint, and React would complain. */
const useBeforePaint = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** The theme that Polaris is to show; keeps what was chosen in local storage and in the cookie. */
export function usePolarisTheme(): ThemeName {
  const { theme } = useUiState();
  const { setTheme } = useUiActions();
  const { embedded } = usePlace();
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
    keep(theme, embedded);
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

function keep(theme: "light" | "dark", embedded: boolean): void {
  document.cookie = themeCookie(theme, embedded);
  try {
    window.localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is forbidden here: the cookie alone keeps the choice.
  }
}
