const productFields = `#graphql
  fragment ProductFields on Product {
    id
    tags
    collections(first: 50) {
      pageInfo { hasNextPage endCursor }
      nodes { id }
    }
  }
`;

/** Tags and collections of up to fifteen products, which stays under the limit of 1,000 points. */
export const catalogDocument = `#graphql
  ${productFields}
  query CatalogOfProducts($ids: [ID!]!) {
    nodes(ids: $ids) { ...ProductFields }
  }
` as const;

/** Further collections of a product that is in more than the first question holds. */
export const collectionsDocument = `#graphql
  query CollectionsOfProduct($id: ID!, $after: String) {
    product(id: $id) {
      collections(first: 250, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id }
      }
    }
  }
`;
