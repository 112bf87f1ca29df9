/** The list of all backtests. */
export const backtests = {
  list: {
    newProgram: "New program",
    customTerms: "{affiliate} in {program}",
    days: "{first}–{last}",
    one: "backtest",
    many: "backtests",
    none: "No backtests yet",
    noneText: "Open a program and select Preview to run its terms over past orders.",
    programs: "View programs",
  },
} as const;
