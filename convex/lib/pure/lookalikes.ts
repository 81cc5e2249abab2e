/** Letters that look the same: whoever compares what people read compares the Latin ones. */

/** Letters of other alphabets that look like Latin ones, with the Latin one at the same place. */
const LOOKALIKES = "авеѕіјкмнорстухѵԁԛԝɡıοα";
const LATIN = "abesijkmhopctyxvdqwgioa";

/** A lower-case text with Latin letters in place of those that look like them. */
export function latin(text: string): string {
  return Array.from(text, (letter) => {
    const place = LOOKALIKES.indexOf(letter);
    return place < 0 ? letter : LATIN[place];
  }).join("");
}
