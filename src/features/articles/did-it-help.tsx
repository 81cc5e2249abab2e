import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { MISSING_MAX_LENGTH } from "../../../convex/core/articles/rules";
import { useAct } from "../../components/form/use-act";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Card, CardBody } from "../../ui/page/card";
import { toast } from "../../ui/toast/toast";
import { type ShownArticle, useArticleCommands } from "./api";

/** Whether the article helped, said once and changed as its reader likes. */
export function DidItHelp({ article: { id, answer: said } }: { article: ShownArticle }) {
  const [isSayingNo, setSayingNo] = useState(false);
  const { answer } = useArticleCommands();
  const { isBusy, act } = useAct();
  async function say(helps: boolean, reason: string): Promise<void> {
    if (!(await act("Your answer was not saved", () => answer({ id, helps, reason })))) return;
    setSayingNo(false);
    toast.success("Thank you for the answer");
  }
  return (
    <Card aria-labelledby="did-it-help">
      <CardBody className="flex flex-col items-start gap-3 pt-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="did-it-help" className="font-medium">
            Did this help?
          </h2>
          <div role="group" aria-labelledby="did-it-help" className="flex gap-2">
            <Button
              variant={said?.helps === true ? "secondary" : "outline"}
              aria-pressed={said?.helps === true}
              busy={isBusy}
              onClick={() => void say(true, "")}
            >
              <ThumbsUp aria-hidden /> Yes
            </Button>
            <Button
              variant={said?.helps === false ? "secondary" : "outline"}
              aria-pressed={said?.helps === false}
              aria-expanded={isSayingNo}
              onClick={() => setSayingNo(!isSayingNo)}
            >
              <ThumbsDown aria-hidden /> No
            </Button>
          </div>
        </div>
        {isSayingNo ? (
          <Missing
            former={said?.helps === false ? said.reason : ""}
            isBusy={isBusy}
            onSend={(reason) => void say(false, reason)}
          />
        ) : said?.helps === false ? (
          <p className="text-sm wrap-anywhere text-muted">You said what was missing: {said.reason}</p>
        ) : null}
      </CardBody>
    </Card>
  );
}

function Missing(props: { former: string; isBusy: boolean; onSend: (reason: string) => void }) {
  const [reason, setReason] = useState(props.former);
  const [isTried, setTried] = useState(false);
  const problem = reason.trim() === "" ? "Say what was missing" : null;
  return (
    <form
      noValidate
      className="flex w-full flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem === null) props.onSend(reason);
      }}
    >
      <Field
        label="What was missing?"
        help="Those who answer tickets can read it, without your name."
        error={isTried ? problem : null}
        required
        className="w-full"
      >
        <Textarea
          rows={3}
          value={reason}
          maxLength={MISSING_MAX_LENGTH}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <Button type="submit" busy={props.isBusy} busyLabel="Sending...">
        Send answer
      </Button>
    </form>
  );
}
