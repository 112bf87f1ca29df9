/** The frame around the merchant's pages: names of pages in the menus, and the user's menu. */
export const frame = {
  app: "Affiliate Platform",
  pages: {
    dashboard: "Dashboard",
    affiliates: "Affiliates",
    programs: "Programs",
  },
} as const;
