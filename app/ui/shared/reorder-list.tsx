import { BlockStack, Button, ButtonGroup, Icon, InlineStack, Text } from "@shopify/polaris";
import { DragHandleIcon } from "@shopify/polaris-icons";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { commonText as t } from "./common-text.ts";

export type ReorderItem = {
  /** React key, which stays with the item. */
  readonly key: string;
  /** Visible name. Screen readers hear it after a move. */
  readonly name: string;
  /** Other buttons of the item. */
  readonly actions?: ReactNode;
  readonly content?: ReactNode;
};

type Props = {
  /** Accessible name of the list. */
  readonly label: string;
  readonly items: readonly ReorderItem[];
  /** Moves an item to the position `to`; positions start at 0. */
  readonly onMove: (from: number, to: number) => void;
};

/**
 * A list whose order matters. Items are moved by buttons, for the keyboard, or dragged by the handle. The new position
 * is announced, and the focus follows the item.
 */
export function ReorderList({ label, items, onMove }: Props) {
  const [told, setTold] = useState("");
  const list = useId();
  const focusOn = useFocusAfterMove(items, list);
  const drag = useDrag(move);

  function move(from: number, to: number): void {
    const item = items[from];
    if (item === undefined || to === from || to < 0 || to >= items.length) return;
    onMove(from, to);
    setTold(t("move.moved", { name: item.name, place: to + 1, total: items.length }));
  }

  function step(index: number, by: -1 | 1): void {
    focusOn(items[index]?.key ?? "", by);
    move(index, index + by);
  }

  return (
    <>
      <ol className="reorder-list" aria-label={label}>
        {items.map(({ key, name, actions, content }, index) => (
          <li className="reorder-item" key={key} {...drag.ofItem(index)}>
            <BlockStack gap="400">
              <InlineStack align="space-between" blockAlign="center" gap="200">
                <InlineStack blockAlign="center" gap="100" wrap={false}>
                  {/* For the pointer only. The buttons work for everybody. */}
                  <span className="reorder-handle" aria-hidden {...drag.ofHandle(index)}>
                    <Icon source={DragHandleIcon} tone="subdued" />
                  </span>
                  <Text as="h3" variant="headingSm">
                    {t("move.place", { place: index + 1, name })}
                  </Text>
                </InlineStack>
                <ButtonGroup>
                  <Button
                    id={buttonId(list, key, -1)}
                    accessibilityLabel={t("move.itemUp", { name })}
                    disabled={index === 0}
                    onClick={() => step(index, -1)}
                  >
                    {t("move.up")}
                  </Button>
                  <Button
                    id={buttonId(list, key, 1)}
                    accessibilityLabel={t("move.itemDown", { name })}
                    disabled={index === items.length - 1}
                    onClick={() => step(index, 1)}
                  >
                    {t("move.down")}
                  </Button>
                  {actions}
                </ButtonGroup>
              </InlineStack>
              {content}
            </BlockStack>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="visually-hidden">
        {told}
      </div>
    </>
  );
}

function buttonId(list: string, key: string, by: -1 | 1): string {
  return `${list}-${key}-${by === -1 ? "up" : "down"}`;
}

/** A moved item loses the focus, and at the end of the list its button is disabled. */
function useFocusAfterMove(items: readonly ReorderItem[], list: string) {
  const mover = useRef<{ key: string; by: -1 | 1 } | null>(null);
  const order = JSON.stringify(items.map((item) => item.key));
  useEffect(() => {
    const asked = mover.current;
    mover.current = null;
    if (asked === null) return;
    const keys = JSON.parse(order) as string[];
    const end = asked.by === -1 ? keys[0] : keys.at(-1);
    const back = asked.by === -1 ? 1 : -1;
    document.getElementById(buttonId(list, asked.key, end === asked.key ? back : asked.by))?.focus();
  }, [order, list]);
  return (key: string, by: -1 | 1) => {
    mover.current = { key, by };
  };
}

/** Native drag and drop. Items dragged from elsewhere are ignored. */
export function useDrag(move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);

  /** Side of the hovered item where the dragged one would go. */
  function markAt(index: number) {
    if (drag === null || drag.over !== index || index === drag.from) return {};
    return { "data-drop": index > drag.from ? "after" : "before" };
  }

  return {
    ofHandle: (index: number) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        const item = event.currentTarget.closest("li");
        event.dataTransfer.effectAllowed = "move";
        // Firefox does not start a drag without data.
        event.dataTransfer.setData("text/plain", "");
        if (item) event.dataTransfer.setDragImage(item, 0, 0);
        setDrag({ from: index, over: index });
      },
      onDragEnd: () => setDrag(null),
    }),
    ofItem: (index: number) => ({
      ...markAt(index),
      onDragOver(event: DragEvent<HTMLElement>) {
        if (drag === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        if (drag.over !== index) setDrag({ ...drag, over: index });
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (drag === null) return;
        event.preventDefault();
        setDrag(null);
        move(drag.from, index);
      },
    }),
  };
}
