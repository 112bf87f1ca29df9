/** Whose statements can be read. */
export const statementProviders = ["paypal", "wise", "bank"] as const;
export type StatementProvider = (typeof statementProviders)[number];
