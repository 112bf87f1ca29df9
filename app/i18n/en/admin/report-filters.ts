/** Filters of reports and of the orders behind their figures. */
export const reportFilters = {
  add: "Add filter",
  clear: "Clear all",
  by: "Filter by",
  apply: "Apply filter",
  customers: { new: "New customers", returning: "Returning customers", unknown: "Unknown" },
  help: {
    product: "Search by title, or enter the product ID. Leave empty for orders without one.",
    link: "Search by name, or enter the link's ID. Leave empty for orders without one.",
    country: "Search by name, or enter two letters, such as US. Leave empty for unknown countries.",
    landing: "Search, or enter a path, such as /products/mug. Leave empty for unknown pages.",
    other: "Search by name, or enter it. Leave empty for orders without one.",
  },
} as const;
