/** Readers say whether an article helped. */

import type { Id } from "../../_generated/dataModel";
import { refuseIf } from "../../lib/errors";
import { timesDone } from "../audit/model";
import { answerOf, loadArticle } from "./model";
import { whyNotAnswer, whyNotAnswerYet } from "./rules";
import { type ArticleStep, record } from "./step";

const RATED = "article.rated";

/** Somebody says whether an article helped, or says it anew: once for each human (H6). */
export async function answerArticle(
  step: ArticleStep,
  id: Id<"articles">,
  said: { readonly helps: boolean; readonly reason: string },
): Promise<void> {
  const { ctx, at, eyes } = step;
  const { article } = await loadArticle(ctx, eyes, id);
  refuseIf(whyNotAnswer(article.status, said.helps, said.reason));
  const personId = eyes.person._id;
  const former = await answerOf(ctx, id, personId);
  const reason = said.helps ? undefined : said.reason.trim();
  if (former?.helps === said.helps && former.reason === reason) return;
  refuseIf(whyNotAnswerYet(await timesDone(ctx, personId, [RATED], at)));
  const answer = { helps: said.helps, reason, version: article.version, at };
  if (former) await ctx.db.patch(former._id, answer);
  else await ctx.db.insert("articleAnswers", { ...answer, articleId: id, personId });
  const before = { helped: former?.helps === true ? 1 : 0, notHelped: former?.helps === false ? 1 : 0 };
  await ctx.db.patch(id, {
    helped: article.helped - before.helped + (said.helps ? 1 : 0),
    notHelped: article.notHelped - before.notHelped + (said.helps ? 0 : 1),
  });
  // Which of the two is nobody's to read with a name: it was asked without.
  await record(step, RATED, article);
}
