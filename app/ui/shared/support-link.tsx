import { Link } from "@shopify/polaris";

/** Leads to whoever runs this server. A new tab, because the admin's frame shows no public pages. */
export function SupportLink() {
  return (
    <Link url="/privacy#contact" target="_blank">
      contact our support team
    </Link>
  );
}
