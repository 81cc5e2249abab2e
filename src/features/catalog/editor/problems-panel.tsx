import { CircleAlert, CircleCheck } from "lucide-react";
import type { TemplateProblem } from "../../../../convex/core/catalog/rules/problems/validation";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import type { TemplateSearch } from "../search";
import { taskTitle } from "../template-words";
import type { Editor } from "./use-editor";

/** Whether the version may be published, and what is in the way, each linked to its place. */
export function ProblemsPanel({ editor, onGo }: { editor: Editor; onGo: (where: TemplateSearch) => void }) {
  const { problems } = editor;
  return (
    <Card aria-labelledby="template-problems">
      <CardHeader id="template-problems" title="Validation" />
      <CardBody>
        <p role="status" className="flex items-start gap-2 text-base">
          {problems.length === 0 ? (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <span>
            {problems.length === 0
              ? "No problems: it may be published."
              : problems.length === 1
                ? "1 problem is in the way."
                : `${problems.length} problems are in the way.`}
          </span>
        </p>
        {problems.length > 0 ? (
          <ul className="mt-3 flex flex-col gap-3">
            {problems.map((problem) => (
              <li
                key={`${problem.place.part} ${problem.place.key} ${problem.place.index} ${problem.message}`}
                className="border-l-2 border-danger-line pl-3"
              >
                <button
                  type="button"
                  className="rounded-sm text-left text-sm font-medium text-accent-text underline underline-offset-2"
                  onClick={() => onGo(whereIs(problem, editor))}
                >
                  {placeWords(problem, editor)}
                </button>
                <p className="text-sm text-ink wrap-anywhere">{problem.message}.</p>
                <p className="text-sm text-muted wrap-anywhere">{problem.fix}.</p>
              </li>
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  );
}

/** The problems of one place, above its form. */
export function PlaceProblems({ problems }: { problems: readonly TemplateProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label="Problems" className="flex flex-col gap-2 rounded-lg border border-danger-line bg-danger-wash p-3">
      {problems.map(({ message, fix }) => (
        <li key={message} className="text-sm">
          <p className="font-medium text-danger">{message}.</p>
          <p className="text-ink-soft">{fix}.</p>
        </li>
      ))}
    </ul>
  );
}

function placeWords({ place }: TemplateProblem, { definition }: Editor): string {
  switch (place.part) {
    case "texts":
      return "Texts";
    case "grant":
      return "Access it leaves behind";
    case "fields":
      return `Field ${definition.fields.find(({ name }) => name === place.key)?.label || place.key}`;
    case "tasks": {
      const task = definition.tasks.find(({ key }) => key === place.key);
      return task ? `Task ${taskTitle(task)}` : "Tasks";
    }
    default:
      return place.part satisfies never;
  }
}

/** Where the editor shows a place. */
function whereIs({ place }: TemplateProblem, { definition }: Editor): TemplateSearch {
  switch (place.part) {
    case "texts":
    case "grant":
      return { tab: "texts" };
    case "fields": {
      const index = place.index ?? definition.fields.findIndex(({ name }) => name === place.key);
      return index < 0 ? { tab: "form" } : { tab: "form", item: index };
    }
    case "tasks": {
      return place.index === undefined ? { tab: "tasks" } : { tab: "tasks", item: place.index };
    }
    default:
      return place.part satisfies never;
  }
}
