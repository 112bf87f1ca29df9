import { NavLink, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useText } from "../texts/use-text.ts";
import { ShopBrand, type Brand } from "./portal-box.tsx";

const places = [
  { name: "home", to: "/portal" },
  { name: "orders", to: "/portal/orders" },
  { name: "payouts", to: "/portal/payouts" },
  { name: "more", to: "/portal/more" },
] as const;

/** Pages below More whose URLs are not below its own. */
const pagesBelowMore = /^\/portal\/(links|claims|statements|terms|payout-details|profile)\b/;

/** Frame of the portal: the store, and navigation as a bar at the bottom of a phone or links at the top from 768 px. */
export function PortalFrame({ brand, children }: { brand: Brand; children: ReactNode }) {
  const t = useText("home");
  const isBelowMore = pagesBelowMore.test(useLocation().pathname);
  return (
    <div className="portal-frame">
      <header className="portal-head">
        <ShopBrand brand={brand} />
        <nav className="portal-nav" aria-label={t("nav.label")}>
          {places.map(({ name, to }) => (
            <NavLink
              key={name}
              to={to}
              end={name === "home"}
              className={({ isActive }) => (isActive || (name === "more" && isBelowMore) ? "active" : "")}
            >
              {t(`nav.${name}`)}
            </NavLink>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
