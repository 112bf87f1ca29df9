import type { UserWire } from "#app/contracts/auth.ts";
import type { Actor } from "#app/domain/actor.ts";

/** Who is signed in, as the API says it. */
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
