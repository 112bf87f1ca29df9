import type { OrderFacts } from "../order.ts";
import { landingQuery } from "../referral-code.ts";
import { nameKey } from "./audit-rows.ts";
import type { AuditReason } from "./findings.ts";

/** A way in which an order names an affiliate of the file. */
export type NamedInOrder = { readonly key: string; readonly reason: AuditReason };

/** The codes and links of an order, as keys of the file's names: codes first, then the landing page. */
export function namesInOrder({ discountCodes, landingSite }: OrderFacts): NamedInOrder[] {
  const entered = discountCodes.map((code) => ({
    key: nameKey.code(code),
    reason: { code: "discount_code", name: code } as const,
  }));
  const linked = [...landingQuery(landingSite)].map(([parameter, value]) => ({
    key: nameKey.link(parameter, value),
    reason: { code: "landing_page", name: `${parameter}=${value}`.slice(0, longest) } as const,
  }));
  return [...entered, ...linked, ...discountPath(landingSite)];
}

const longest = 200;

/** A link /discount/CODE names the affiliate of the code, even if the shopper removed it. */
function discountPath(landingSite: string | null): NamedInOrder[] {
  const [, written] = /^(?:https?:\/\/[^/]+)?\/discount\/([^/?#]+)/i.exec(landingSite ?? "") ?? [];
  if (written === undefined) return [];
  const code = decoded(written);
  return [{ key: nameKey.code(code), reason: { code: "landing_page", name: code.slice(0, longest) } }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
