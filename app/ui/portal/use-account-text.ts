import type { MaskedAccountWire } from "#app/contracts/portal.ts";
import { useText } from "../texts/use-text.ts";

/** Describes an account: */
export function useAccountText(): (details: MaskedAccountWire) => string {
  const t = useText("portal");
  const states = useText("states");
  return ({ method, account }) => t("details.account", { method: states(`method.${method}`), account });
}
