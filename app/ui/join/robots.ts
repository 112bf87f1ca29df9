/** Search engines index a page only if the merchant wants it. */
export function robotsOf(isIndexable: boolean) {
  return { name: "robots", content: isIndexable ? "index, follow" : "noindex" };
}
