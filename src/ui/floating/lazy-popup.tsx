import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
  useTransition,
} from "react";
import type { ButtonProps } from "../button-classes";
import { Opening, tellNotOpened } from "../page/opening";

/** What is opened, and the keys that open it besides those of every button. */
const openingKeys = {
  dialog: () => false,
  menu: ({ key }: KeyboardEvent) => key === "ArrowDown",
  listbox: ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
    key === "ArrowDown" || key === "ArrowUp" || (key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey),
} as const;

/** Whether a button opens nothing now: it works, or says why it cannot be used. */
export function isRefused({ props }: ReactElement<ButtonProps>): boolean {
  return Boolean(props.disabledReason) || props.busy === true;
}

/** Whether the press that made a popup be loaded came by keyboard: a menu then begins at its first command. */
export const PressedByKey = createContext(false);

/**
 * Something a button opens, whose code comes when somebody goes for the button: loading starts when pointer or
 * focus rests on it. The first press puts the real thing, opened, in the stand-in's place; until its code is
 * there the stand-in keeps its place and its focus. When it cannot be fetched the person is told and may press again.
 */
export function LazyPopup(props: {
  opens: keyof typeof openingKeys;
  trigger: ReactElement<ButtonProps>;
  load: () => Promise<unknown>;
  /** The popup with its trigger; opens as soon as it is rendered. */
  children: ReactNode;
}) {
  const { opens, trigger, load, children } = props;
  const [wantedBy, setWantedBy] = useState<"key" | "pointer" | null>(null);
  const [isOnItsWay, start] = useTransition();
  // A failure is met again, and told, when the button is pressed.
  const prepare = () => void load().catch(() => undefined);
  const open = (by: "key" | "pointer") =>
    start(async () => {
      try {
        await load();
        start(() => setWantedBy(by));
      } catch {
        tellNotOpened();
      }
    });
  const standIn = cloneElement(trigger, {
    ...(opens === "listbox" && { role: "combobox" }),
    "aria-haspopup": opens,
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    // A press of Enter or Space, and one by script, count no clicks.
    onClick: ({ detail }) => open(detail === 0 ? "key" : "pointer"),
    onKeyDown: (event) => {
      if (isRefused(trigger) || !openingKeys[opens](event)) return;
      event.preventDefault();
      open("key");
    },
  });
  return (
    <>
      <Suspense fallback={standIn}>
        {wantedBy === null ? standIn : <PressedByKey value={wantedBy === "key"}>{children}</PressedByKey>}
      </Suspense>
      {isOnItsWay ? <Opening /> : null}
    </>
  );
}
