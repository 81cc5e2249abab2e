import { migration } from "../declaring/migration";

/** Mails of conversations from before they could bounce are found by their Message-ID, too. */
export const mailsMessageId = migration({
  number: 19,
  name: "mails_message_id",
  table: "mailOutbox",
  change: ({ thread, messageId }) => (thread && messageId === undefined ? { messageId: thread.id } : null),
});
