/** Forms that add many things from pasted lines or a CSV file. */
export const pastedRows = {
  check: "Check",
  file: "CSV file",
  fileTooLarge: "Use a file of at most 1 MB, or split it.",
  skip: "Skip {skipped, plural, one {# line} other {# lines}} and {save} {others, number}",
  line: "Line {line}: {fault}",
  fault: "Error",
  more: "{count, plural, one {# more line} other {# more lines}} in the table.",
  lines: "Lines",
  columns: { line: "Line", affiliate: "Affiliate", result: "Result" },
  states: { new: "New", same: "Unchanged", wrong: "Error" },
  summary: "{fresh, number} new, {same, number} unchanged, {wrong, number} with errors.",
  errors: {
    skipped: "Lines with errors were skipped.",
    blocked: "Fix or skip the lines with errors to save.",
  },
} as const;
