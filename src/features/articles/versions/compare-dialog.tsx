import type { ArticleWords } from "../../../../convex/core/articles/table";
import { TOPICS } from "../../../../convex/core/tickets/rules";
import { useAct } from "../../../components/form/use-act";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { toast } from "../../../ui/toast/toast";
import { type ArticleVersion, type ShownArticle, useArticleCommands, useVersion } from "../api";
import { TextChanges } from "./text-changes";

/** What a version changed, or how a former one differs from the current; it can be restored from here. */
export function CompareDialog(props: { article: ShownArticle; version: ArticleVersion; onClose: () => void }) {
  const { article, version, onClose } = props;
  const isCurrent = version.number === article.version;
  const words = useVersion(article.id, version.number);
  const earlier = useVersion(article.id, isCurrent ? version.number - 1 : version.number);
  const { restore } = useArticleCommands();
  const { isBusy, act } = useAct();
  async function putBack(): Promise<void> {
    const shown = { id: article.id, revision: article.revision };
    if (!(await act("It was not restored", () => restore({ shown, version: version.number })))) return;
    toast.success(`Version ${version.number} was restored`);
    onClose();
  }
  return (
    <Dialog
      open
      size="lg"
      title={isCurrent ? `Version ${version.number}` : `Version ${version.number} and the current one`}
      description={
        isCurrent
          ? "What it changed since the version before."
          : "Lines with − are only in that version, lines with + are new since then."
      }
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={
        <>
          {isCurrent || article.status !== "published" ? null : (
            <Button busy={isBusy} busyLabel="Restoring..." onClick={() => void putBack()}>
              Restore this version
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {words === undefined || earlier === undefined ? (
        <p className="text-muted">Loading the versions…</p>
      ) : isCurrent ? (
        words && <TextChanges before={earlier && textOf(earlier)} after={textOf(words)} />
      ) : (
        words && <TextChanges before={textOf(words)} after={textOf(article)} />
      )}
    </Dialog>
  );
}

/** A version as one text: its title, its topics, and what it says. */
export function textOf({ title, body, topics }: Pick<ArticleWords, "title" | "body" | "topics">): string {
  return `${title}\n${topics.map((topic) => TOPICS[topic].label).join(", ")}\n\n${body}`;
}
