/** Fields that find affiliates, programs and products. */
export const pickers = {
  affiliate: "Affiliate",
  affiliates: "Affiliates",
  program: "Program",
  allAffiliates: "All affiliates",
  allPrograms: "All programs",
  searchAffiliates: "Search by name, email, or code",
  searching: "Searching",
  failed: "Couldn't search. Try again.",
  found: "{count, plural, =0 {No results} one {# result} other {# results}}",
} as const;
