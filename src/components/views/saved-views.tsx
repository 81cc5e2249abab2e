import { Bookmark, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Popover } from "../../ui/floating/popover";
import { Checkbox } from "../../ui/form/checkbox";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { useRowFocus } from "../../ui/list/use-row-focus";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";

/** Search, filters, order and columns of a list, as its address spells them. */
export type ViewSearch = Readonly<Record<string, string>>;

/** A view as the backend answers it. */
export interface SavedView<Id extends string> {
  readonly id: Id;
  readonly name: string;
  readonly search: ViewSearch;
  readonly isShared: boolean;
  readonly isOwn: boolean;
  readonly owner: string;
}

/** The saved views of one list, what can be done with them, and what the list shows right now. */
export interface SavedViewsProps<Id extends string> {
  /** Undefined until the first answer. */
  readonly known: { readonly views: readonly SavedView<Id>[]; readonly defaultId: Id | null } | undefined;
  readonly commands: {
    readonly save: (view: {
      readonly id?: Id;
      readonly name: string;
      readonly search: ViewSearch;
      readonly isShared: boolean;
    }) => Promise<Id>;
    readonly remove: (id: Id) => Promise<unknown>;
    readonly setDefault: (id: Id | null) => Promise<unknown>;
  };
  /** The view the address names. */
  readonly openId: string | undefined;
  readonly current: ViewSearch;
  /** Opens a view; null for the list without any. */
  readonly onOpen: (view: SavedView<Id> | null) => void;
  /**
   * How many rows a view has; absent where counting would read too much. Keeps its identity: another one counts again.
   */
  readonly countOf?: (search: ViewSearch) => Promise<{ count: number; isExact: boolean }>;
}

/** Whether two addresses list the same, in the same order and columns. */
export function isSameView(a: ViewSearch, b: ViewSearch): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

/** The saved views of a list: open one, save the present state as one, open with one. */
export function SavedViews<Id extends string>(props: SavedViewsProps<Id>) {
  const { known, openId, current } = props;
  const open = known?.views.find(({ id }) => id === openId);
  const isModified = open !== undefined && !isSameView(open.search, current);
  return (
    <Popover
      title="Saved views"
      align="end"
      trigger={
        <Button variant="outline" className={open ? undefined : "max-lg:w-8 max-lg:px-0 max-lg:pointer-coarse:w-11"}>
          <Bookmark aria-hidden />
          <span className={open ? "max-w-40 truncate max-sm:max-w-24" : "max-lg:sr-only"}>{open?.name ?? "Views"}</span>
          {isModified ? (
            <span className="size-1.5 rounded-full bg-accent">
              <span className="sr-only">modified</span>
            </span>
          ) : null}
        </Button>
      }
    >
      {known ? (
        <ViewsPanel {...props} views={known.views} defaultId={known.defaultId} open={open} isModified={isModified} />
      ) : null}
    </Popover>
  );
}

type PanelProps<Id extends string> = SavedViewsProps<Id> & {
  views: readonly SavedView<Id>[];
  defaultId: Id | null;
  open: SavedView<Id> | undefined;
  isModified: boolean;
};

function ViewsPanel<Id extends string>(props: PanelProps<Id>) {
  const { views, open, current, onOpen, countOf } = props;
  const { save } = props.commands;
  const list = useRef<HTMLUListElement>(null);
  const focus = useRowFocus(list);
  return (
    <div className="flex flex-col gap-2">
      <ul ref={list} className="flex flex-col">
        <li>
          <button
            type="button"
            data-grip="view"
            onClick={() => onOpen(null)}
            className={rowClasses}
            aria-pressed={open === undefined}
          >
            Everything
          </button>
        </li>
        {views.map((view, index) => (
          <li key={view.id} className="flex items-center">
            <button
              type="button"
              data-grip="view"
              onClick={() => onOpen(view)}
              className={rowClasses}
              aria-pressed={view.id === open?.id}
            >
              <span className="min-w-0 flex-1 truncate">{view.name}</span>
              {view.isShared ? <span className="text-xs text-muted">{view.isOwn ? "shared" : view.owner}</span> : null}
              {countOf ? <ViewCount search={view.search} countOf={countOf} /> : null}
            </button>
            {view.isOwn ? (
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={`Remove the view ${view.name}`}
                onClick={() => void removed(view, props).then(() => focus({ at: index + 1, grip: "view" }))}
              >
                <Trash2 aria-hidden />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {open ? <OpenView {...props} open={open} /> : null}
      <NewView
        onSave={async (name, isShared) => {
          const id = await save({ name, search: current, isShared });
          onOpen({ id, name, search: current, isShared, isOwn: true, owner: "" });
        }}
      />
    </div>
  );
}

/** What can be done with the view that is open. */
function OpenView<Id extends string>({
  open,
  isModified,
  current,
  defaultId,
  onOpen,
  commands: { save, setDefault },
}: PanelProps<Id> & { open: SavedView<Id> }) {
  return (
    <div className="flex flex-col items-start gap-1.5 border-t border-line pt-2">
      {isModified ? (
        <div className="flex flex-wrap gap-1.5">
          {open.isOwn ? (
            <SaveChanges
              save={() =>
                toasted(
                  save({ id: open.id, name: open.name, search: current, isShared: open.isShared }),
                  `“${open.name}” was changed`,
                )
              }
            />
          ) : null}
          <Button size="sm" variant="ghost" onClick={() => onOpen(open)}>
            Reset
          </Button>
        </div>
      ) : null}
      <Checkbox
        label="Open the list with this view"
        checked={defaultId === open.id}
        onCheckedChange={(isOn) =>
          void toasted(
            setDefault(isOn ? open.id : null),
            isOn ? `The list opens with “${open.name}”` : "The list opens without a view",
          )
        }
      />
    </div>
  );
}

function SaveChanges({ save }: { save: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      size="sm"
      variant="outline"
      busy={isBusy}
      busyLabel="Saving..."
      onClick={() => {
        setBusy(true);
        void save().finally(() => setBusy(false));
      }}
    >
      Save changes
    </Button>
  );
}

/** Removes a view, and makes it anew where that is undone: as it was, and as what the list opens with. */
async function removed<Id extends string>(
  { id, name, search, isShared }: SavedView<Id>,
  { defaultId, commands: { save, remove, setDefault } }: PanelProps<Id>,
): Promise<void> {
  const again = async (): Promise<void> => {
    const next = await save({ name, search, isShared });
    if (defaultId === id) await setDefault(next);
  };
  const onClick = (): void => void toasted(again(), `“${name}” is back`);
  await toasted(remove(id), `“${name}” was removed`, { action: { label: "Undo", onClick } });
}

async function toasted(
  work: Promise<unknown>,
  done: string,
  more?: Parameters<typeof toast.success>[1],
): Promise<void> {
  try {
    await work;
    toast.success(done, more);
  } catch (error) {
    toast.error("That did not work", { description: explain(error) });
  }
}

const rowClasses =
  "flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-hover aria-pressed:font-medium aria-pressed:text-accent-text pointer-coarse:min-h-11";

/** How many rows a view has right now: counted when the menu is opened. */
function ViewCount({
  search,
  countOf,
}: {
  search: ViewSearch;
  countOf: NonNullable<SavedViewsProps<string>["countOf"]>;
}) {
  const [text, setText] = useState("");
  const key = JSON.stringify(search);
  useEffect(() => {
    let isWanted = true;
    countOf(JSON.parse(key) as ViewSearch).then(
      ({ count, isExact }) => void (isWanted && setText(`${count.toLocaleString("en-GB")}${isExact ? "" : "+"}`)),
      () => void (isWanted && setText("-")),
    );
    return () => void (isWanted = false);
  }, [countOf, key]);
  return (
    <span className="min-w-6 rounded-full bg-hover px-1.5 text-center text-xs text-ink-soft tabular-nums">{text}</span>
  );
}

function NewView({ onSave }: { onSave: (name: string, isShared: boolean) => Promise<void> }) {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <form
      className="flex flex-col gap-2 border-t border-line pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        onSave(name, isShared)
          .then(
            () => {
              setName("");
              setProblem(null);
              toast.success(`“${name.trim()}” was saved`);
            },
            (error: unknown) => setProblem(explain(error)),
          )
          .finally(() => setBusy(false));
      }}
    >
      <Field label="Save this list as" required error={problem}>
        <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Checkbox label="Share with everybody who sees the list" checked={isShared} onCheckedChange={setShared} />
      <Button
        type="submit"
        size="sm"
        className="self-start"
        busy={isBusy}
        busyLabel="Saving..."
        disabledReason={name.trim() === "" ? "Give the view a name" : null}
      >
        Save view
      </Button>
    </form>
  );
}
