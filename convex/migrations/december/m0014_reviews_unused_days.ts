import { migration } from "../declaring/migration";

/** What counted as unused in every review before it could be set. */
const UNUSED_DAYS = 90;

/** Access reviews from before that could be set say after how many days without use access counts as unused in them. */
export const reviewsUnusedDays = migration({
  number: 14,
  name: "reviews_unused_days",
  table: "accessReviews",
  change: (review) => (Object.hasOwn(review, "unusedDays") ? null : { unusedDays: UNUSED_DAYS }),
});
