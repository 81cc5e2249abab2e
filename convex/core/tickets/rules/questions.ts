/** What an agent would ask first about a ticket with some topic. Apart from the topics: only the form asks. */

import type { TicketTopic } from "../table";

/** The questions of each topic; whoever writes answers those they can. */
export const TOPIC_QUESTIONS: Readonly<Record<TicketTopic, readonly string[]>> = {
  access: [
    "Which table, project or dashboard do you need?",
    "What does the error message say?",
    "Could you open it before? If so, until when?",
  ],
  request: [
    "What did you expect to have happened by now?",
    "Who or what does it seem to be stuck on?",
    "When do you need it by?",
  ],
  data: [
    "Which table or report is it, and which column or figure?",
    "What does it show, and what did you expect?",
    "Since when has it been wrong?",
  ],
  report: [
    "Which report or dashboard is it, with a link if possible?",
    "Which filters and dates had you chosen?",
    "Is it the same for your colleagues?",
  ],
  account: ["How do you sign in, and on which device?", "What does the error message say?", "When did it last work?"],
  cost: [
    "Which warehouse, project or budget is it?",
    "Which days or months are you looking at?",
    "What amount did you expect?",
  ],
  portal: [
    "Which page were you on?",
    "What did you click or type just before?",
    "Does it happen again after you reload the page?",
  ],
  other: ["What are you trying to get done?", "When do you need it by?"],
};
