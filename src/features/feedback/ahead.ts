/** What the pages of feedback ask first. */

import { api } from "../../../convex/_generated/api";
import { question } from "../../lib/question";
import { parseFeedbackSearch } from "./search";

const { mine, roadmap, get, draft } = api.feedback.queries;

export function feedbackAhead(search: object) {
  const { view = "mine" } = parseFeedbackSearch({ ...search });
  return view === "mine" ? [question(mine, {})] : view === "roadmap" ? [question(roadmap, {})] : [];
}

export function ideaAhead(key: string) {
  return [
    question(get, { key }),
    question(draft, { idea: key }),
    question(api.conversions.queries.ticket, { idea: key }),
  ];
}
