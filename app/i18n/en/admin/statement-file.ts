/** Headings of statements as CSV files. */
export const statementFile = {
  columns: {
    affiliate: "Affiliate",
    affiliateId: "Affiliate ID",
    row: "Row",
    recorded: "Recorded",
    type: "Type",
    description: "Description",
    currency: "Currency",
    amount: "Amount",
    balance: "Balance",
    status: "Current status",
  },
} as const;
