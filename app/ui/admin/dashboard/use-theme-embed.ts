import type { ShopifyGlobal } from "@shopify/app-bridge-react";
import { useCallback, useEffect, useState } from "react";
import { findAppBridge } from "../../state/app-bridge.ts";

const embedHandle = "affiliate-embed";

/**
 * Whether the admin says that the theme's embed is switched on; null where nobody can be asked: outside the admin, or
 * where the admin's script is too old. Looks again whenever the page is come back to, as from the theme editor.
 */
export function useThemeEmbed(): boolean | null {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  const look = useCallback(() => {
    void askAdmin().then(setIsOn);
  }, []);
  useEffect(() => {
    look();
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [look]);
  return isOn;
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

/** Whether our embed is `active` or not, where the extension is the theme's. */
function embedsOf({ activations }: Extensions[number]): string[] {
  return activations.flatMap((one) =>
    "handle" in one && "status" in one && one.handle === embedHandle ? [one.status] : [],
  );
}
