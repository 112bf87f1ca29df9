import { Icon, Text } from "@shopify/polaris";
import { ChevronDownIcon, ChevronUpIcon } from "@shopify/polaris-icons";
import { createContext, type ReactNode, useContext, useState } from "react";
import { useText } from "../../../texts/use-text.ts";
import type { TermsSection } from "../terms/section-summaries.ts";

export type SectionName = TermsSection | "joining";

type Sections = {
  readonly open: ReadonlySet<SectionName>;
  readonly toggle: (name: SectionName) => void;
  readonly show: (names: readonly SectionName[]) => void;
};

const none: Sections = { open: new Set(), toggle: () => undefined, show: () => undefined };
export const SectionsContext = createContext(none);

/** Which sections of the editor are open. Several can be. */
export function useSections(atFirst: readonly SectionName[]): Sections {
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(() => new Set(atFirst));
  return {
    open,
    toggle: (name) =>
      setOpen(
        (before) => new Set(before.has(name) ? [...before].filter((one) => one !== name) : [...before, name]),
      ),
    show: (names) => {
      if (names.some((name) => !open.has(name))) setOpen(new Set([...open, ...names]));
    },
  };
}

type Props = { name: SectionName; summary: string; children: ReactNode };

/** A section that opens in place. Closed, it shows its value in one line. */
export function EditorSection({ name, summary, children }: Props) {
  const t = useText("programs");
  const { open, toggle } = useContext(SectionsContext);
  const isOpen = open.has(name);
  const body = sectionId(name);
  return (
    <section className="editor-section">
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => toggle(name)}>
          <span className="editor-section-title">{t(`sections.${name}`)}</span>
          <span className="editor-section-value" hidden={isOpen}>
            <Text as="span" tone="subdued" fontWeight="regular">
              {summary}
            </Text>
          </span>
          <Icon source={isOpen ? ChevronUpIcon : ChevronDownIcon} tone="subdued" />
        </button>
      </h2>
      <div id={body} className="editor-section-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}

export function sectionId(name: SectionName): string {
  return `section-${name}`;
}
