/** Name of the rule that pays where no rule of the program matches, as explanations say it in English. */
export const restRuleName = "Everything else";
