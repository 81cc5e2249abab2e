import type { ApprovalPolicy } from "../../../../convex/core/approvals/table";
import { DescriptionList } from "../../../ui/page/description-list";
import { hoursWords, quorumWords, ruleWords } from "../template-words";

/** Who decides an approval task, to read. */
export function Steps({
  policy,
  people,
}: {
  policy: ApprovalPolicy;
  people: readonly { readonly id: string; readonly name: string }[];
}) {
  return (
    <ol aria-label="Steps" className="flex flex-col gap-3">
      {policy.steps.map(
        (
          { title, rule, quorum, fallback, remindAfterHours, escalateAfterHours, escalateTo, expireAfterHours },
          index,
        ) => (
          // Steps have no names of their own; their place is what they are known by.
          <li key={index} className="rounded-lg border border-line px-3 pt-2.5 pb-1">
            <h3 className="text-base font-medium text-ink">
              {index + 1}. {title}
            </h3>
            <DescriptionList
              items={[
                { term: "Who decides", value: `${ruleWords(rule, people)}, ${quorumWords(quorum)}` },
                ...(fallback ? [{ term: "When too few may", value: ruleWords(fallback, people) }] : []),
                ...(remindAfterHours === undefined
                  ? []
                  : [{ term: "Reminder", value: `After ${hoursWords(remindAfterHours)}` }]),
                ...(escalateAfterHours === undefined
                  ? []
                  : [
                      {
                        term: "Escalation",
                        value: `After ${hoursWords(escalateAfterHours)}${escalateTo ? ` to ${ruleWords(escalateTo, people)}` : ""}`,
                      },
                    ]),
                { term: "Expires", value: `After ${hoursWords(expireAfterHours)}: it counts as denied` },
              ]}
            />
          </li>
        ),
      )}
    </ol>
  );
}
