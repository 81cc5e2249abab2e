import { useEffect, useState } from "react";

/** An answer with the question it belongs to; old while the answer to a newer question is on its way. */
export interface Figures<Wish, Answer> {
  readonly wish: Wish;
  readonly answer: Answer;
  readonly isOld: boolean;
}

/**
 * The figures of a chart: asked for once per question, because a live answer would follow every change of everything
 * that is counted. The last answer stays until the next is here. A question that fails is the page's to show.
 */
export function useFigures<Wish, Answer>(
  ask: (wish: Wish) => Promise<Answer>,
  wish: Wish,
): Figures<Wish, Answer> | undefined {
  const key = JSON.stringify(wish);
  const [known, setKnown] = useState<{ key: string; wish: Wish; answer: Answer }>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    let isWanted = true;
    const sent = JSON.parse(key) as Wish;
    ask(sent).then(
      (answer) => void (isWanted && setKnown({ key, wish: sent, answer })),
      (error: unknown) => void (isWanted && setFailure({ error })),
    );
    return () => void (isWanted = false);
  }, [ask, key]);
  if (failure) throw failure.error;
  return known && { wish: known.wish, answer: known.answer, isOld: known.key !== key };
}
