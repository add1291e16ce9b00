/**
 * Formats the text in a box with `mask`, and keeps the caret at the same place among the digits, so that the
 * punctuation never gets in the way. `mask` must keep the digits in order; it may drop some at the beginning.
 */
export function maskTyped(input: HTMLInputElement, mask: (typed: string) => string, inputType: string): string {
  const typed = input.value
  const caret = input.selectionStart ?? typed.length
  const masked = mask(typed)
  const dropped = digitsIn(typed) - digitsIn(masked)
  const before = Math.max(0, digitsIn(typed.slice(0, caret)) - dropped)
  // Setting the same value again would still move the caret in some browsers.
  if (masked !== typed) input.value = masked
  const forwards = inputType === 'deleteContentForward'
  const place = forwards ? placeBeforeNext(masked, before) : placeAfter(masked, before)
  input.setSelectionRange(place, place)
  return masked
}

const digitsIn = (text: string) => text.match(/\p{Nd}/gu)?.length ?? 0

/** The position right after this many digits. */
function placeAfter(masked: string, digits: number): number {
  let place = 0
  for (let left = digits; left > 0; place += 1) if (isDigit(masked[place])) left -= 1
  return place
}

/** For forward deletion, the position before the next digit, past any punctuation. */
function placeBeforeNext(masked: string, digits: number): number {
  let place = placeAfter(masked, digits)
  while (place < masked.length && !isDigit(masked[place])) place += 1
  return place
}

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character)
