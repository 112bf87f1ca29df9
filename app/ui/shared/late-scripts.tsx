import { Scripts } from "@remix-run/react";
import { Children, Fragment, isValidElement, type ReactNode } from "react";

type Late = { readonly nonce: string | undefined };

/**
 * Remix's scripts, loaded after the first paint. Before it, loading and running them would delay the paint: on a slow
 * processor by a fifth. They are found by their tags. If Remix writes these in another way, they load early.
 */
export function LateScripts({ nonce }: Late) {
  return late(Scripts({ nonce }), { nonce });
}

function late(node: ReactNode, options: Late): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<ScriptProps>(child)) return child;
    const { type, props } = child;
    if (type === Fragment) return <>{late(props.children, options)}</>;
    if (type === "link" && props.rel === "modulepreload") {
      return <link data-late href={props.href} suppressHydrationWarning />;
    }
    return type === "script" && props.type === "module" ? <LateModule {...props} {...options} /> : child;
  });
}

type ScriptProps = {
  readonly children?: ReactNode;
  readonly href?: string;
  readonly rel?: string;
  readonly type?: string;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
};

/** A module as text, and a script that runs it. */
function LateModule({ nonce, dangerouslySetInnerHTML }: ScriptProps & Late) {
  return (
    <>
      <script
        type="text/plain"
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={dangerouslySetInnerHTML}
      />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: startLate }} />
    </>
  );
}

/** A frame in which the page is painted may never come, such as in a tab in the background. */
const longestWaitMs = 500;

const startLate = `(() => {
  const { nonce, previousElementSibling } = document.currentScript;
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const link of document.querySelectorAll("link[data-late]")) link.rel = "modulepreload";
    const module = document.createElement("script");
    Object.assign(module, { type: "module", nonce, textContent: previousElementSibling.textContent });
    document.body.append(module);
  };
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, ${longestWaitMs});
})()`;
