import type { ShopifyGlobal } from "@shopify/app-bridge-react";
import { useEffect, useState } from "react";
import { findAppBridge } from "../../state/ui-provider.tsx";

const embedHandle = "affiliate-embed";

/** `isOn`: true if the admin reports the theme's app embed as active. Null outside the admin, or if it can't tell. */
export type ThemeEmbed = { readonly isOn: boolean | null; readonly isChecking: boolean };

/** State of the theme's app embed. Checks again on return to the page, as after the theme editor. */
export function useThemeEmbed(onReturn?: () => void): ThemeEmbed {
  const [embed, setEmbed] = useState<ThemeEmbed>({ isOn: null, isChecking: true });
  useEffect(() => {
    const check = () => void askAdmin().then((isOn) => setEmbed({ isOn, isChecking: false }));
    function checkAgain() {
      check();
      onReturn?.();
    }
    check();
    window.addEventListener("focus", checkAgain);
    return () => window.removeEventListener("focus", checkAgain);
  }, [onReturn]);
  return embed;
}

async function askAdmin(): Promise<boolean | null> {
  try {
    const extensions = await findAppBridge()?.app.extensions();
    return extensions ? extensions.flatMap(embedsOf).includes("active") : null;
  } catch {
    return null;
  }
}

type Extensions = Awaited<ReturnType<ShopifyGlobal["app"]["extensions"]>>;

/** Activation states of our embed, reported under the theme extension. */
function embedsOf({ activations }: Extensions[number]): string[] {
  return activations.flatMap((one) =>
    "handle" in one && "status" in one && one.handle === embedHandle ? [one.status] : [],
  );
}
