import type { MaskedAccountWire } from "#app/contracts/portal.ts";
import { useText } from "../texts/texts-provider.tsx";

/** Writes where money goes: "PayPal, m…@example.com". */
export function useAccountText(): (details: MaskedAccountWire) => string {
  const t = useText("portal");
  const states = useText("states");
  return ({ method, account }) => t("details.account", { method: states(`method.${method}`), account });
}
