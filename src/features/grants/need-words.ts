/** How somebody is asked what an access is needed for. */
export const NEED_WORDS = { label: "What you need it for", missing: "Say what you need it for" } as const;
