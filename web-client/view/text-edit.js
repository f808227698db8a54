/** The longest text of a field for which its document names no limit, in Unicode scalars. */
export const standardLimit = 16_384;

/** The length of a text in Unicode scalars, in which the protocol counts. @param {string} text */
export const scalars = (text) => [...text].length;

/** How many units two texts share at their start and then at their end, without cutting a scalar. @param {string} was @param {string} now */
function sharedEnds(was, now) {
  const shorter = Math.min(was.length, now.length);
  let head = 0, tail = 0;
  while (head < shorter && was[head] === now[head]) head++;
  if (/[\uD800-\uDBFF]/.test(was[head - 1] ?? "")) head--;
  while (tail < shorter - head && was.at(-1 - tail) === now.at(-1 - tail)) tail++;
  if (tail && /[\uDC00-\uDFFF]/.test(was.at(-tail) ?? "")) tail--;
  return { head, tail };
}

/**
 * Says over which text another was typed: `now` has its scalars `from..<to` where that one had `was`.
 * @param {string} was @param {string} now
 */
export function over(was, now) {
  const { head, tail } = sharedEnds(was, now);
  const from = scalars(now.slice(0, head));
  return { from, to: from + scalars(now.slice(head, now.length - tail)), was: was.slice(head, was.length - tail) };
}

/** Letters and digits, which an app that formats a text keeps. */
const isLetter = /[\p{L}\p{N}]/u;

/** @param {string} text */
const lettersIn = (text) => [...text].filter((one) => isLetter.test(one)).join("");

/** Whether a text only gains separators, such as the spaces between groups of digits. @param {string} was @param {string} now */
export const gainsSeparators = (was, now) => now.length > was.length && lettersIn(was) === lettersIn(now);

/** Texts whose changed parts are longer are not compared letter by letter. */
const longestComparison = 400;

/** Where a caret stands once a text has become another: behind the character that it stood behind. @param {string} was @param {string} now @param {number} at */
export function carried(was, now, at) {
  const { head, tail } = sharedEnds(was, now);
  if (at <= head) return at;
  if (at > was.length - tail) return at + now.length - was.length;
  return head + counterpart(was.slice(head, was.length - tail), now.slice(head, now.length - tail), at - head);
}

/** The place in `now` behind the counterpart of the last character before `at` that has one; capitals count as small letters. @param {string} was @param {string} now @param {number} at */
function counterpart(was, now, at) {
  if (was.length > longestComparison || now.length > longestComparison) return Math.min(at, now.length);
  const [old, fresh] = [was.toLowerCase(), now.toLowerCase()];
  // The length of the longest common subsequence from each pair of places on.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
  for (let i = old.length; i--;) {
    for (let j = fresh.length; j--;) {
      lengths[i][j] = old[i] === fresh[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  let place = 0;
  for (let i = 0, j = 0; i < at && j < fresh.length;) {
    if (old[i] === fresh[j]) [i, j, place] = [i + 1, j + 1, j + 1];
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  return place;
}
