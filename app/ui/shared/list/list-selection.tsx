import { Button, Text } from "@shopify/polaris";
import { listText as t } from "./list-text.ts";
import type { Selection } from "./use-selection.ts";

export type BulkAction = {
  readonly content: string;
  /** Called with the ids of the selected rows of this page. */
  readonly onAction: (ids: string[], clear: () => void) => void;
};

type SelectToggleProps = {
  items: string;
  selection: Selection;
  isSelecting: boolean;
  onToggle: () => void;
};

/** Turns the checkboxes of cards on and off. A table always has them. */
export function SelectToggle({ items, selection, isSelecting, onToggle }: SelectToggleProps) {
  return (
    <div className="list-toggle no-print">
      {isSelecting && (
        <Button variant="tertiary" onClick={selection.toggleAll} pressed={selection.isWhole}>
          {t("rows.selectAll", { items })}
        </Button>
      )}
      <Button variant="tertiary" onClick={onToggle}>
        {isSelecting ? t("rows.cancel") : t("rows.select")}
      </Button>
    </div>
  );
}

/** Number of the selected rows and their actions, in the place of the footer, at the foot of the window. */
export function SelectionBar({
  actions,
  selection,
}: {
  actions: readonly BulkAction[];
  selection: Selection;
}) {
  return (
    <div className="list-footer is-selecting no-print">
      <Text as="span" fontWeight="medium">
        <output>{t("rows.selected", { count: selection.ids.size })}</output>
      </Text>
      <div className="list-actions">
        {actions.map(({ content, onAction }) => (
          <Button key={content} onClick={() => onAction([...selection.ids], selection.clear)}>
            {content}
          </Button>
        ))}
        <Button variant="tertiary" onClick={selection.clear}>
          {t("rows.cancel")}
        </Button>
      </div>
    </div>
  );
}
