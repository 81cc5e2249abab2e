import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { Card } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import type { Answer } from "./api";
import { ANSWERS } from "./permission-words";

const LOOKS = {
  yes: { Icon: CircleCheck, classes: "text-success" },
  no: { Icon: CircleX, classes: "text-danger" },
  unknown: { Icon: CircleHelp, classes: "text-muted" },
} as const;

/** The answer: yes or no, the rule behind it, what is missing, and who could give it. `who` where there are two. */
export function AnswerCard({
  who,
  answer: { answer, rule, missing, givenBy },
}: {
  who: string | null;
  answer: Answer;
}) {
  const { Icon, classes } = LOOKS[answer];
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="flex items-center gap-2 text-base font-semibold">
        <Icon aria-hidden className={`size-5 shrink-0 ${classes}`} />
        <span className="min-w-0 wrap-anywhere">
          {who === null ? null : <>{who}: </>}
          {ANSWERS[answer]}
        </span>
      </h2>
      <DescriptionList
        items={[
          { term: "Rule", value: rule },
          ...missing.map((value) => ({ term: "Missing", value })),
          ...givenBy.map((value) => ({ term: "Who can change it", value })),
        ]}
      />
    </Card>
  );
}
