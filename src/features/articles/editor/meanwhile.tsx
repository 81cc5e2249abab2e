import { AUDIENCES } from "../../../../convex/core/articles/rules";
import type { Article } from "../../../../convex/core/articles/table";
import { Button } from "../../../ui/button";
import { Alert } from "../../../ui/page/alert";
import type { ShownArticle } from "../api";
import { textOf } from "../versions/compare-dialog";
import { TextChanges } from "../versions/text-changes";

/** A colleague saved the article while it was being written: how both differ, and whose words carry on. */
export function Meanwhile(props: { mine: Article; theirs: ShownArticle; onTake: (words: "mine" | "theirs") => void }) {
  const { mine, theirs, onTake } = props;
  return (
    <Alert meaning="warning" title={`${theirs.updatedBy} saved this article while you were writing`}>
      <div className="flex flex-col gap-3 text-ink">
        <p>Nothing you typed is lost. Lines with − are only in theirs, lines with + only in yours.</p>
        <div className="max-h-80 overflow-auto bg-surface" tabIndex={0} role="region" aria-label="Theirs and yours">
          <TextChanges before={shownAs(theirs)} after={shownAs(mine)} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={() => onTake("mine")}>
            Keep mine
          </Button>
          <Button variant="outline" onClick={() => onTake("theirs")}>
            Use theirs
          </Button>
        </div>
      </div>
    </Alert>
  );
}

function shownAs(article: Article): string {
  return `${textOf(article)}\n\nRead by: ${AUDIENCES[article.audience].label}`;
}
