/** Settings ▸ Appearance. */
export const appearance = {
  theme: "Theme",
  light: "Light",
  dark: "Dark",
  about: "Applies to this browser only.",
} as const;
