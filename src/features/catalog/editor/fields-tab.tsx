import { Plus } from "lucide-react";
import { Suspense } from "react";
import type { FormField } from "../../../../convex/core/catalog/table";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { Card, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Opening } from "../../../ui/page/opening";
import { conditionWords, KINDS } from "../template-words";
import { addField, moveField, removeField } from "./edit";
import { OrderedList } from "./ordered-list";
import type { Editor } from "./use-editor";

const FieldSheet = lazyPart(() => import("./field-sheet").then((part) => part.FieldSheet));

/** The form people fill in, field after field. */
export function FieldsTab({
  editor,
  item,
  onItem,
}: {
  editor: Editor;
  item: number | undefined;
  onItem: (item: number | undefined) => void;
}) {
  const { definition, isEditable, change, problems } = editor;
  const { fields } = definition;
  const open = item === undefined ? undefined : fields[item];
  return (
    <Card aria-labelledby="template-form">
      <CardHeader
        id="template-form"
        title="Form"
        description="A condition sees only what stands before it. Sections hold at most five fields."
        actions={
          isEditable ? (
            <Button
              variant="outline"
              onClick={() => {
                change(addField(definition));
                onItem(fields.length);
              }}
            >
              <Plus aria-hidden />
              Add a field
            </Button>
          ) : null
        }
      />
      <div className="border-t border-line">
        {fields.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No field yet">
            Add what people should fill in.
          </EmptyState>
        ) : null}
        <OrderedList
          label="Fields"
          isEditable={isEditable}
          items={fields.map((field, index) => ({
            id: field.name,
            name: field.label || field.name,
            content: (
              <FieldLines field={field} fields={fields} isFirst={fields[index - 1]?.section !== field.section} />
            ),
            problems: problems.filter(({ place }) => place.part === "fields" && place.key === field.name).length,
          }))}
          onOpen={onItem}
          onMove={(index, by) => change(moveField(definition, index, by))}
          onRemove={(index) => change(removeField(definition, index))}
        />
      </div>
      {open && item !== undefined ? (
        <Suspense fallback={<Opening />}>
          <FieldSheet key={item} editor={editor} field={open} index={item} onClose={() => onItem(undefined)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

function FieldLines({ field, fields, isFirst }: { field: FormField; fields: readonly FormField[]; isFirst: boolean }) {
  const { label, name, kind, isRequired, help, section, when, options, derived } = field;
  const facts = [
    KINDS[kind],
    derived ? "worked out" : isRequired ? "required" : "optional",
    ...(options ? [options.map((option) => option.label).join(", ")] : []),
  ];
  return (
    <>
      {isFirst && section ? <span className="text-xs font-medium text-muted">{section}</span> : null}
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium text-ink">{label}</span>
        <span className="font-mono text-xs text-muted">{name}</span>
      </span>
      <span className="text-sm text-ink-soft wrap-anywhere">{facts.join(" · ")}</span>
      {help ? <span className="text-sm text-muted wrap-anywhere">{help}</span> : null}
      {when ? <span className="text-sm text-muted wrap-anywhere">Only when {conditionWords(when, fields)}</span> : null}
    </>
  );
}
