/** A company with help articles. */

import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { Article } from "../core/articles/table";
import { aCompany } from "../people/suspending.testing";
import { codeOf, type TestPerson } from "../testing/world.testing";
import { anArticleOf } from "./args.testing";

const { mutations, queries } = api.articles;

/** Adam answers tickets and writes articles; ada (staff) owns them, fay (FinOps) and gina (governance) read. */
export async function anArticleWorld() {
  const company = await aCompany();
  const { world, ada, adam } = company;
  const row = async (key: string): Promise<Doc<"articles">> => {
    const found = (await world.rows("articles")).find((one) => one.key === key);
    if (!found) throw new Error("No article");
    return found;
  };
  const textOf = async (key: string): Promise<Doc<"articleTexts">> => {
    const { _id } = await row(key);
    const found = (await world.rows("articleTexts")).find(({ articleId }) => articleId === _id);
    if (!found) throw new Error("No text");
    return found;
  };
  const fieldsOf = ({ title, body, topics, typeKeys, audience, ownerId, reviewAt }: Article): Article => ({
    ...{ title, body, topics, typeKeys, audience, ownerId, reviewAt },
  });
  const shown = async (key: string) => {
    const { _id: id, revision } = await row(key);
    return { id, revision };
  };
  const write = async (fields: Partial<Article> = {}): Promise<string> =>
    await adam.mutation(mutations.create, { article: anArticleOf({ world, personId: ada.id }, fields) });
  const publish = async (key: string, by: TestPerson = adam) =>
    await by.mutation(mutations.publish, { shown: await shown(key) });
  const published = async (fields: Partial<Article> = {}): Promise<string> => {
    const key = await write(fields);
    await publish(key);
    return key;
  };
  const save = async (by: TestPerson, key: string, fields: Partial<Article>) =>
    await by.mutation(mutations.save, {
      shown: await shown(key),
      article: { ...fieldsOf({ ...(await row(key)), ...(await textOf(key)) }), ...fields },
    });
  const read = (by: TestPerson, key: string) => by.query(queries.get, { key });
  const list = async (by: TestPerson, text = "", status: Doc<"articles">["status"] = "published") =>
    (await by.query(queries.list, { text, status, topic: null })).map(({ key }) => key);
  const told = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter((one) => one.recipientId === id && one.kind === "article.reviewDue");
  return { ...company, article: row, textOf, shown, write, publish, published, save, read, list, told, codeOf };
}
