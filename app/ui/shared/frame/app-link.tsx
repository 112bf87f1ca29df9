import { Link, useNavigate } from "@remix-run/react";
import { forwardRef, type HTMLAttributes, type MouseEvent } from "react";
import { hasLeaveQuestion, leavePage } from "./leave-question.ts";

type LinkProps = HTMLAttributes<HTMLAnchorElement> & {
  url: string;
  target?: "_blank" | "_self" | "_parent" | "_top";
  rel?: string | undefined;
  download?: string | boolean;
  /** The link leads to another site, in a new tab. */
  external?: boolean;
  preventScrollReset?: boolean;
};

/**
 * Every link of the app, including Polaris' own. Pages open through Remix's router, after a question if something is
 * unsaved. Links to other sites and files are ordinary ones.
 */
export const AppLink = forwardRef<HTMLAnchorElement, LinkProps>(function AppLink(
  { url, external, target, children, download, onClick, ...rest },
  ref,
) {
  const navigate = useNavigate();
  const leaves = external === true || download !== undefined || !isOwnPath(url);
  if (leaves) {
    const opens = external && target === undefined ? "_blank" : target;
    return (
      <a
        ref={ref}
        href={url}
        target={opens}
        rel="noopener noreferrer"
        {...(download !== undefined && { download })}
        onClick={onClick}
        {...rest}
      >
        {children}
      </a>
    );
  }
  return (
    <Link
      ref={ref}
      to={url}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !opensHere(event, target) || !hasLeaveQuestion()) return;
        event.preventDefault();
        leavePage(() => navigate(url));
      }}
      {...rest}
    >
      {children}
    </Link>
  );
});

/** False for a click that opens a new tab, and for a link within the page. */
function opensHere(event: MouseEvent<HTMLAnchorElement>, target: string | undefined): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (target !== undefined && target !== "_self") return false;
  return new URL(event.currentTarget.href).pathname !== window.location.pathname;
}

function isOwnPath(url: string): boolean {
  if (url.startsWith("/api/") || /\.(?:csv|pdf)(\?|$)/.test(url)) return false;
  return (
    url === "" || url.startsWith("?") || url.startsWith("#") || (url.startsWith("/") && !url.startsWith("//"))
  );
}
