import { Link } from "@remix-run/react";
import type { AppProviderProps } from "@shopify/polaris";
import { forwardRef, type ComponentProps } from "react";

type LinkProps = ComponentProps<NonNullable<AppProviderProps["linkComponent"]>>;

/** Polaris' links with Remix's router. Links to other sites and files are ordinary ones. */
export const PolarisLink = forwardRef<HTMLAnchorElement, LinkProps>(function PolarisLink(
  { url = "", external, target, children, download, ...rest },
  ref,
) {
  const leaves = external === true || download !== undefined || !isOwnPath(url);
  if (leaves) {
    const opens = external && target === undefined ? "_blank" : target;
    return (
      <a ref={ref} href={url} target={opens} rel="noopener noreferrer" download={download} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <Link ref={ref} to={url} target={target} {...rest}>
      {children}
    </Link>
  );
});

function isOwnPath(url: string): boolean {
  if (url.startsWith("/api/") || /\.csv(\?|$)/.test(url)) return false;
  return (
    url === "" || url.startsWith("?") || url.startsWith("#") || (url.startsWith("/") && !url.startsWith("//"))
  );
}
