/** The frame of the help pages, whose texts are in docs/help. */
export const help = {
  title: "Help",
  all: "All help pages",
} as const;
