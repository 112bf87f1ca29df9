/** Whose statements can be read. */
export const statementProviders = ["paypal", "wise", "bank"] as const;
