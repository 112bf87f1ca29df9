/** Search engines show a page only where the merchant wants it. */
export function robotsOf(isIndexable: boolean) {
  return { name: "robots", content: isIndexable ? "index, follow" : "noindex" };
}
