/** The one door of the notifications screens to the backend. */

import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { NotificationTab } from "../../../convex/core/notifications/table";
import { useQuery, useQueryIfPossible } from "../../lib/use-query";
import { useMustChangePassword, useViewer } from "../../shell/session";

/** Where a group stands in the inbox: it asks something of the viewer, or only tells. The server says which. */
export type Section = "needsYou" | "updates";

type ShownGroup = FunctionReturnType<typeof api.notifications.queries.mine>["page"][number];

/** What happened to one subject: its notifications, newest first. */
export type NoticeGroup = ShownGroup & { readonly section: Section };

/** One notification. */
export type Notice = NoticeGroup["items"][number];

/** What the viewer chose. */
export type NotificationSettings = FunctionReturnType<typeof api.notifications.queries.settings>;

/** What can be muted: a kind, or a subject. */
export type Muted = FunctionArgs<typeof api.notifications.mutations.mute>["what"];

const GROUPS_PER_PAGE = 25;

const inSection =
  (section: Section) =>
  (group: ShownGroup): NoticeGroup => ({ ...group, section });

/** A tab, live, one page more at a time; the inbox begins with everything that asks something of the viewer. */
export function useNoticeGroups(tab: NotificationTab) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.notifications.queries.mine,
    { tab },
    { initialNumItems: GROUPS_PER_PAGE },
  );
  const asks = useQuery(api.notifications.queries.needsMe, tab === "inbox" ? {} : "skip");
  const isComplete = status !== "LoadingFirstPage" && (tab !== "inbox" || asks !== undefined);
  const first = (asks ?? []).map(inSection("needsYou"));
  // While both are renewed a subject can be in either.
  const rest = results.filter(({ subject }) => !first.some((ask) => ask.subject.id === subject.id));
  return {
    groups: isComplete ? [...first, ...rest.map(inSection("updates"))] : undefined,
    hasMore: status === "CanLoadMore" || status === "LoadingMore",
    isLoadingMore: status === "LoadingMore",
    loadMore: () => loadMore(GROUPS_PER_PAGE),
  };
}

/**
 * How many notifications the viewer has not seen, live; 0 until it is known, and when it cannot be: a count must not
 * take the page with it.
 */
export function useUnseenCount(): number {
  const viewer = useViewer();
  const mustChangePassword = useMustChangePassword();
  const isAsking = Boolean(viewer) && !mustChangePassword;
  return useQueryIfPossible(api.notifications.queries.unseenCount, isAsking ? {} : "skip") ?? 0;
}

/** Whether anything in the inbox is unread, live; true until it is known. */
export function useHasUnread(): boolean {
  return useQueryIfPossible(api.notifications.queries.hasUnread, {}) ?? true;
}

/** The viewer's choices, live; undefined until the first answer. */
export function useSettings(): NotificationSettings | undefined {
  return useQuery(api.notifications.queries.settings, {});
}

/** Whether the viewer may change anything here: nobody who impersonates somebody may. */
export function useMayChange(): boolean {
  return useViewer()?.capabilities.includes("notifications.writeOwn") ?? false;
}

/** Everything that can be done to notifications. */
export function useNoticeActions() {
  const { mutations } = api.notifications;
  return {
    markSeen: useMutation(mutations.markSeen),
    markRead: useMutation(mutations.markRead),
    markAllRead: useMutation(mutations.markAllRead),
    archive: useMutation(mutations.archive),
    unarchive: useMutation(mutations.unarchive),
    snooze: useMutation(mutations.snooze),
    unsnooze: useMutation(mutations.unsnooze),
    mute: useMutation(mutations.mute),
    unmute: useMutation(mutations.unmute),
    saveSettings: useMutation(mutations.saveSettings),
  };
}

/** A mail of the outbox. */
export type OutboxMail = FunctionReturnType<typeof api.notifications.queries.listMail>[number];

/** The newest mails, live; undefined until the first answer. */
export function useOutbox(): readonly OutboxMail[] | undefined {
  return useQuery(api.notifications.queries.listMail, { limit: 100 });
}

/** Sends the viewer a notification and a mail of a kind. */
export function useSendTest() {
  return useMutation(api.notifications.mutations.sendTest);
}

/** What an approval is about and what the viewer may do with it, live. */
export type ApprovalToDecide = NonNullable<FunctionReturnType<typeof api.approvals.queries.get>>;

/** The approval behind a notification: undefined while loading, null when it is not the viewer's to see. */
export function useApprovalToDecide(approvalId: string): ApprovalToDecide | null | undefined {
  return useQuery(api.approvals.queries.get, { approvalId });
}

/** A ticket with its conversation, live. */
export type TicketToAnswer = NonNullable<FunctionReturnType<typeof api.tickets.queries.get>>;

/** The ticket behind a notification: undefined while loading, null when it is not the viewer's to see. */
export function useTicketToAnswer(key: string): TicketToAnswer | null | undefined {
  return useQuery(api.tickets.queries.get, { key });
}

/** What is said to everybody in a ticket, and when the last of what its writer has read there was said. */
interface Said {
  readonly body: string;
  readonly isThanks: boolean;
  readonly readUpTo: number;
}

/**
 * Says something to everybody in a ticket, as who one is in it: an agent's reply is held for a minute first. Resolves to
 * the key of the ticket it stands in.
 */
export function useReplyInTicket() {
  const hold = useMutation(api.ticketReplies.mutations.hold);
  const reply = useMutation(api.tickets.mutations.reply);
  return async (
    { key, isAgent }: Pick<TicketToAnswer, "key" | "isAgent">,
    { body, isThanks, readUpTo }: Said,
  ): Promise<string> => {
    if (!isAgent) return await reply({ key, body, isThanks });
    await hold({ key, body, readUpTo });
    return key;
  };
}

/** Takes the caller's own reply back while it is held: it is a draft again. */
export function useTakeReplyBack() {
  return useMutation(api.ticketReplies.mutations.undo);
}

/** What the caller began to write in a ticket, here or on its page. */
export type BegunReply = NonNullable<FunctionReturnType<typeof api.tickets.queries.draft>>;

/** The same, live: undefined while loading, null where nothing is kept. */
export function useBegunReply(key: string): BegunReply | null | undefined {
  return useQuery(api.tickets.queries.draft, { key });
}

/** Saves a begun reply on the server. */
export function useSaveReply() {
  return useMutation(api.tickets.mutations.saveDraft);
}

/** Approves or rejects what the viewer has before them. */
export function useDecide() {
  return useMutation(api.approvals.mutations.decide);
}

/** Says that the shipped idea with this id solved it. */
export function useSayItSolved() {
  const answer = useMutation(api.feedback.mutations.answer);
  return (id: string) =>
    answer({ ideaId: id as FunctionArgs<typeof api.feedback.mutations.answer>["ideaId"], isSolved: true, reason: "" });
}
