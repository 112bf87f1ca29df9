import type { IntrospectionQuery } from "graphql";

/** For a type ("Order") or a field ("Mutation.webPixelCreate"): groups of scopes, of each group one is needed. */
export type Access = Map<string, string[][]>;

type Guarded = { name: string; requiredAccess?: string | null };

/**
 * Reads the sentence that Shopify adds to types and fields beside the standard introspection, such as
 * "`write_pixels` access scope. Also: The app requires read_customer_events access scope and …".
 */
export function groupsIn(sentence: string): string[][] {
  const [first = "", ...rest] = sentence.split(/Also:/);
  const anyOf = [...first.matchAll(/`([a-z_]+)`/g)].flatMap((match) => (match[1] ? [match[1]] : []));
  const alsoAll = [...rest.join(" ").matchAll(/app requires `?([a-z_]+)`? access scope/g)];
  return [
    ...(anyOf.length > 0 ? [anyOf] : []),
    ...alsoAll.flatMap((match) => (match[1] ? [[match[1]]] : [])),
  ];
}

/** All the scopes that the official description names. */
export function scopesNeeded(data: IntrospectionQuery): Access {
  const access: Access = new Map();
  const take = (key: string, guarded: Guarded) => {
    const groups = groupsIn(guarded.requiredAccess ?? "");
    if (groups.length > 0) access.set(key, groups);
  };
  for (const type of data.__schema.types) {
    take(type.name, type);
    const fields = "fields" in type ? type.fields : [];
    // Shopify writes null where a type has no fields, which the type of graphql-js does not foresee.
    for (const field of fields ?? []) take(`${type.name}.${field.name}`, field);
  }
  return access;
}

/** The groups of `key` of which `granted` holds none. A scope to write includes the one to read. */
export function unmetScopes(access: Access, key: string, granted: string[]): string[][] {
  const holds = (scope: string) =>
    [scope, scope.replace(/^read_/, "write_"), `read_${scope}`, `write_${scope}`].some((each) =>
      granted.includes(each),
    );
  return (access.get(key) ?? []).filter((group) => !group.some(holds));
}
