import type { UserWire } from "#app/contracts/auth.ts";
import type { Actor } from "#app/domain/actor.ts";

/** The signed-in caller, as the API answers it. */
export function userOf(context: { domain: string; actor: Actor; scope: "read" | "write" }): UserWire {
  const { actor, scope, domain } = context;
  return {
    id: actor.id ?? "",
    kind: actor.kind === "api-key" ? "api-key" : "staff",
    name: actor.name,
    email: actor.email,
    scope,
    shop: domain,
  };
}
