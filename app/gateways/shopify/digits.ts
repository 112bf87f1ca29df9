/** `gid://shopify/Order/5001` → `5001`: the number of a thing, as webhooks tell it. */
export function digitsOf(gid: string): string {
  return /\/(\d+)(?:\?.*)?$/.exec(gid)?.[1] ?? gid;
}
