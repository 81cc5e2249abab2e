import { Bold, Code, Eye, Italic, Link2, List, ListOrdered, TextQuote } from "lucide-react";
import { type ClipboardEvent, type ComponentProps, createElement, useEffect, useId, useState } from "react";
import { Button } from "../../ui/button";
import { iconOnPhone } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { useFieldControl } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { FormattedText } from "./formatted-text";
import { apart, pastedTable } from "./pasted-table";
import { useOffers } from "./use-offers";

interface FormattedFieldProps extends Omit<ComponentProps<"textarea">, "value" | "onChange"> {
  readonly value: string;
  readonly onText: (text: string) => void;
  /** The ticket this is an internal note of, whose readers are offered after an "@". */
  readonly noteOf?: string | undefined;
}

const TOOLS = [
  ["bold", "Bold", Bold],
  ["italic", "Italic", Italic],
  ["code", "Code", Code],
  ["link", "Link", Link2],
  ["unordered-list", "List", List],
  ["ordered-list", "Numbered list", ListOrdered],
  ["quote", "Quote", TextQuote],
] as const;

/** Cells become a table. Spreadsheets hand out a picture of them as well, which would be attached otherwise. */
function pasteTable(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { clipboardData, currentTarget } = event;
  const table = pastedTable({ html: clipboardData.getData("text/html"), words: clipboardData.getData("text/plain") });
  if (table === null) return;
  event.preventDefault();
  event.stopPropagation();
  // The only way that the browser can undo.
  document.execCommand("insertText", false, apart(table, currentTarget.value.slice(0, currentTarget.selectionStart)));
}

/**
 * A text with marks: plain as it is written, with buttons that write them, and the numbers of what the portal holds
 * offered after a "#", in an internal note also its readers after an "@". It can be looked at as its readers will see it.
 */
export function FormattedField({ value, onText, noteOf, ...rest }: FormattedFieldProps) {
  const ownId = useId();
  const id = useFieldControl().id ?? ownId;
  const [isLookedAt, setLookedAt] = useState(false);
  const offers = useOffers(onText, noteOf);
  useEffect(() => {
    // They register themselves, which needs a browser; without them the field is one to write in all the same.
    import("./custom-elements").catch(() => undefined);
  }, []);
  const tools = TOOLS.map(([mark, label, Icon]) => (
    <Button key={mark} variant="ghost" size="iconSm" data-md-button={mark} aria-label={label} title={label}>
      <Icon aria-hidden />
    </Button>
  ));
  const field = (
    <Textarea
      id={id}
      {...rest}
      value={value}
      onChange={({ target }) => onText(target.value)}
      onPaste={pasteTable}
      hidden={isLookedAt}
    />
  );
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-1">
        {createElement(
          "markdown-toolbar",
          {
            for: id,
            "aria-label": "Formatting",
            // On a phone the marks are one line that can be pushed sideways: three would take the room of what is written.
            className: cn(
              "-ml-1.5 flex min-w-0 gap-0.5 max-sm:overflow-x-auto max-sm:[scrollbar-width:none]",
              isLookedAt && "invisible",
            ),
          },
          tools,
        )}
        <Button
          variant={isLookedAt ? "secondary" : "ghost"}
          size="sm"
          aria-pressed={isLookedAt}
          className={iconOnPhone}
          onClick={() => setLookedAt(!isLookedAt)}
        >
          <Eye aria-hidden /> <span className="max-sm:sr-only">Preview</span>
        </Button>
      </div>
      {createElement(
        "text-expander",
        { keys: noteOf === undefined ? "#" : "# @", ref: offers, className: "relative block" },
        field,
      )}
      {isLookedAt ? (
        <section aria-label="Preview" className="min-h-24 rounded-md border border-line-strong px-2.5 py-1.5">
          {value.trim() === "" ? <p className="text-muted">Nothing written yet</p> : <FormattedText text={value} />}
        </section>
      ) : null}
    </div>
  );
}
