import {
  type Cluster,
  type DrawnFont,
  drawnFont,
  outlineOf,
  type Piece,
  piecesIn,
  streamIn,
  streamObject,
  withLetters,
} from './drawn-text.ts'
import { type InvisibleText, invisibleText } from './invisible-text.ts'

/**
 * Makes words readable in which a reader of the file would find other letters than were typed: those written from the
 * right, and those whose letters are drawn together, in another order, or higher and lower. Such a word is drawn as
 * outlines, and over it lies an invisible one with one glyph for each letter, evenly spaced, in the order of the eye,
 * which every reader puts into the order of the tongue (docs/decisions/0027). `objects` are those of a file by Typst, by
 * number, as texts of bytes; what is not built as Typst builds it stays as it is.
 */
export function makeReadable(objects: Map<string, string>): void {
  const fonts = new Map<string, DrawnFont>()
  const invisible = invisibleText(objects)
  for (const [page, text] of [...objects]) {
    if (!/^\d+ 0 obj\n<<\n {2}\/Type \/Page\n/.test(text)) continue
    const [, contents = ''] = /\/Contents (\d+) 0 R/.exec(text) ?? []
    const resources = /\/Resources (\d+) 0 R/.exec(text)?.[1] ?? page
    const names = namedFonts(objects.get(resources) ?? '')
    const fontOf = (name: string) => {
      const number = names.get(name) ?? ''
      const known = fonts.get(number) ?? drawnFont(objects, number)
      fonts.set(number, known)
      return known
    }
    // Most pages have only letters that one glyph each draws, and are not looked through.
    const letters = [...names.keys()].flatMap((name) => [...fontOf(name).texts.values()])
    if (!letters.some((each) => DRAWN_OTHERWISE.test(each))) continue
    const drawing = streamIn(objects.get(contents)).toString('latin1')
    const readable = withReadableWords(drawing, fontOf, elementsOn(objects, text), invisible)
    if (readable === drawing) continue
    objects.set(contents, streamObject(contents, readable))
    objects.set(resources, (objects.get(resources) ?? '').replace('/Font <<', `/Font <<${invisible.resources}`))
  }
  invisible.addFonts()
}

const anyOf = (scripts: string) =>
  `[${scripts
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`
/** All but the letters of western Europe, Greek, Cyrillic, East Asia and signs, which one glyph each draws. */
const DRAWN_OTHERWISE = /[^\0-\u017f\u0370-\u0482\u048a-\u052f\u1e9e\u2000-\u2bff\u2e80-\u9fff\uac00-\ud7a3]/u
const IN_PARTS = anyOf(
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Meetei_Mayek Thai Lao Khmer ' +
    'Myanmar Tibetan',
)
/** Letters that no reader but MuPDF knows to be written from the right, so that they are read as they lie. */
const READ_FROM_LEFT = anyOf('Adlam Hanifi_Rohingya')
const FROM_RIGHT = `(?:${anyOf('Arabic Hebrew Syriac Thaana Nko')}|${READ_FROM_LEFT})`
const isFromLeftToReaders = new RegExp(READ_FROM_LEFT, 'u')
const isInParts = new RegExp(IN_PARTS, 'u')
/** A letter from the right, not a number or a mark. */
const isFromRight = new RegExp(`(?=\\p{L})${FROM_RIGHT}`, 'u')
const isFromLeft = new RegExp(`(?!${FROM_RIGHT})\\p{L}|\\p{Nd}`, 'u')
const READ_OTHERWISE = new RegExp(`${IN_PARTS}|${FROM_RIGHT}|\\p{M}`, 'u')

const LEFT_TO_RIGHT = '\u200e'
const RIGHT_TO_LEFT = '\u200f'

const textOf = ({ clusters = [] }: Piece): string => clusters.map(({ text }) => text).join('')
const isBlank = (piece: Piece) => piece.clusters !== undefined && /^ *$/.test(textOf(piece))

/** An element of the structure, and whether what is in it is written from the right. */
type Element = { readonly number: string; readonly isFromRight: boolean }

/** The elements that the marks of a page belong to, by the numbers of the marks. */
function elementsOn(objects: ReadonlyMap<string, string>, page: string): readonly Element[] {
  const [, tree = ''] = /\/ParentTree <<\s*\/Nums \[([^\]]*)\]/.exec([...objects.values()].find(isTree) ?? '') ?? []
  const own = /\/StructParents (\d+)/.exec(page)?.[1]
  const list = [...tree.matchAll(/(\d+) (\d+) 0 R/g)].find(([, key]) => key === own)?.[2]
  const numbers = [...(objects.get(list ?? '') ?? '').matchAll(/(\d+) 0 R/g)].map(([, number = '']) => number)
  const known = new Map<string, Element>()
  return numbers.map((number) => {
    const element = known.get(number) ?? { number, isFromRight: RIGHT_LANGUAGES.test(languageOf(objects, number)) }
    known.set(number, element)
    return element
  })
}
const isTree = (object: string) => object.includes('/Type /StructTreeRoot')
/** As `directed` of text.typ gives them to paragraphs. */
const RIGHT_LANGUAGES = /^(?:he|ar|syr|dv|nqo|ff|rhg)\b/

function languageOf(objects: ReadonlyMap<string, string>, number: string | undefined): string {
  const element = objects.get(number ?? '')
  if (!element?.includes('/Type /StructElem')) return ''
  return /\/Lang \(([^)]*)\)/.exec(element)?.[1] ?? languageOf(objects, /\/P (\d+) 0 R/.exec(element)?.[1])
}

function withReadableWords(
  drawing: string,
  fontOf: (name: string) => DrawnFont,
  elements: readonly Element[],
  invisible: InvisibleText,
): string {
  const pieces = piecesIn(drawing, fontOf)
  const letters = new Map<Piece, string>()
  for (const line of linesOf(pieces, elements)) {
    const height = heightOf(line)
    for (const group of groupsIn(line, height)) {
      const show: Show = (units, { from, to, size, lower = 0, isLow = false }) =>
        invisible.show(units, {
          ...{ from: from - group.left, to: to - group.left, y: group.top - height + lower },
          ...{ size, isLow },
        })
      const words = group.isFromRight ? fromRight(group, show) : fromLeft(wholeClusters(group.pieces, height), show)
      for (const [at, piece] of group.pieces.entries()) {
        const outlines = isBlank(piece)
          ? ''
          : (piece.clusters ?? []).flatMap((each) => each.glyphs.map(outlineOf)).join('')
        letters.set(piece, at === 0 ? `${outlines}BT\n3 Tr\n${words}ET\n` : outlines)
      }
    }
  }
  return letters.size === 0 ? drawing : withLetters(drawing, pieces, (piece) => letters.get(piece))
}

type Line = {
  readonly pieces: readonly Piece[]
  readonly isFromRight: boolean
  /** The left edge of all lines of its element. */
  readonly column: number
}

/** The pieces of one element that stand beside each other, from the left to the right. */
function linesOf(pieces: readonly Piece[], elements: readonly Element[]): readonly Line[] {
  const lines: { pieces: Piece[]; isFromRight: boolean; element: Element | undefined }[] = []
  let [before, end]: [Piece | undefined, number] = [undefined, 0]
  for (const piece of pieces) {
    const size = piece.clusters?.[0]?.size ?? 0
    const element = elements[piece.mark ?? -1]
    const isRight = element?.isFromRight === true
    const isBeside =
      before?.clusters !== undefined &&
      piece.clusters !== undefined &&
      element === elements[before.mark ?? -1] &&
      Math.abs(piece.top - before.top) < size &&
      // A mark may end behind its letter. From the right, Typst draws one run after the other, each from the left.
      (isRight || (piece.left > before.left - size / 2 && piece.left - end < size / 2))
    if (isBeside) lines.at(-1)?.pieces.push(piece)
    else {
      lines.push({ pieces: [piece], isFromRight: isRight, element })
      end = Number.NEGATIVE_INFINITY
    }
    end = Math.max(end, piece.left + Math.max(...(piece.clusters ?? []).map(({ to }) => to)))
    before = piece
  }
  const columns = new Map<Element | undefined, number>()
  for (const { pieces: own, isFromRight, element } of lines) {
    if (isFromRight) own.sort((one, other) => one.left - other.left)
    const left = Math.min(...own.flatMap((piece) => (piece.clusters ?? []).map(({ from }) => piece.left + from)))
    columns.set(element, Math.min(left, columns.get(element) ?? left))
  }
  return lines.map(({ element, ...line }) => ({ ...line, column: columns.get(element) ?? 0 }))
}

/** Where most letters of a line stand. */
function heightOf({ pieces }: Line): number {
  const letters = new Map<number, number>()
  for (const { top, clusters = [] } of pieces) letters.set(top, (letters.get(top) ?? 0) + clusters.length)
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
}

const isOff = ({ top }: Piece, height: number) => Math.abs(top - height) > 0.01

/** Pieces whose words are made readable together. */
type Group = {
  readonly pieces: readonly Piece[]
  readonly left: number
  readonly top: number
  readonly height: number
  /** The left edge of all lines of its element. */
  readonly column: number
  readonly isFromRight: boolean
  /** Whether the whole line is written from the right, so that words from the left in it follow each other to the left. */
  readonly isWholeLine: boolean
  readonly isAtBegin: boolean
  readonly isAtEnd: boolean
}

function groupsIn(line: Line, height: number): readonly Group[] {
  const { pieces } = line
  const isOtherwise = (piece: Piece) =>
    piece.clusters?.some(({ text, isJoined }) => isJoined || READ_OTHERWISE.test(text)) === true || isOff(piece, height)
  if (!pieces.some((piece) => piece.clusters !== undefined && isOtherwise(piece))) return []
  const hasRight = (piece: Piece | undefined) => piece !== undefined && isFromRight.test(textOf(piece))
  const group = (from: number, to: number, right: boolean): Group => {
    const own = pieces.slice(from, to)
    const { left = 0, top = 0 } = own[0] ?? {}
    const place = { isAtBegin: from === 0, isAtEnd: to === pieces.length }
    const { column, isFromRight: isWholeLine } = line
    return { pieces: own, left, top, height, column, isFromRight: right, isWholeLine, ...place }
  }
  if (pieces.some(hasRight) && (line.isFromRight || !pieces.some((each) => isFromLeft.test(textOf(each)))))
    return [group(0, pieces.length, true)]
  const groups: Group[] = []
  const joins = (at: number) => {
    const [one, other] = [pieces[at - 1], pieces[at]]
    if (!one?.clusters || !other?.clusters || hasRight(one) || hasRight(other)) return false
    return one.clusters.at(-1)?.text !== ' ' && other.clusters[0]?.text !== ' '
  }
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at]
    if (!piece?.clusters || !isOtherwise(piece)) continue
    let [from, to] = [at, at + 1]
    if (hasRight(piece)) {
      for (let on = to; on < pieces.length && !isFromLeft.test(textOf(pieces[on] ?? piece)); on += 1)
        if (hasRight(pieces[on]) || isOff(pieces[on] ?? piece, height)) to = on + 1
      groups.push(group(from, to, true))
    } else {
      const least = (groups.at(-1)?.pieces.length ?? 0) && pieces.indexOf(groups.at(-1)?.pieces.at(-1) ?? piece) + 1
      while (from > least && joins(from)) from -= 1
      for (; to < pieces.length; to += 1) {
        const next = pieces[to]
        if (!next?.clusters || hasRight(next) || !(joins(to) || isOtherwise(next))) break
      }
      groups.push(group(from, to, false))
    }
    at = to - 1
  }
  return groups
}

type Word = Pick<Cluster, 'text' | 'from' | 'to' | 'size'>

/**
 * The clusters of pieces, as places on the page. Typst draws the parts of one that stand at different heights as pieces
 * of their own, each with the text of the whole.
 */
function wholeClusters(pieces: readonly Piece[], height: number): readonly Word[] {
  const all = pieces.flatMap((piece) =>
    (piece.clusters ?? [])
      .map((each) => ({ ...each, text: each.text.replace(CONTROLS, '') }))
      .filter(({ text }) => text !== '')
      .map(({ text, from, to, size, glyphs }) => ({
        ...{ text, from: piece.left + from, to: piece.left + to, size },
        ...{ isOff: isOff(piece, height), glyphs: glyphs.map(({ id }) => id).join(' ') },
      })),
  )
  const whole: Word[] = []
  for (let at = 0; at < all.length; ) {
    let end = at + 1
    while (all[end] !== undefined && all[end]?.text === all[at]?.text) end += 1
    const alike = all.slice(at, end)
    at = end
    if (!alike.some((each) => each.isOff)) {
      whole.push(...alike)
      continue
    }
    const standing = alike.filter((each) => !each.isOff)
    const parts = standing.length === 0 ? alike : standing
    // The parts of one differ from each other; elsewhere only marks stand at another height than their letter.
    const period = isInParts.test(alike[0]?.text ?? '') ? periodOf(parts.map(({ glyphs }) => glyphs)) : 1
    for (let from = 0; from < parts.length; from += period) {
      const own = parts.slice(from, from + period)
      const { text = '', size = 0 } = own[0] ?? {}
      whole.push({
        ...{ text, size },
        from: Math.min(...own.map((each) => each.from)),
        to: Math.max(...own.map((each) => each.to)),
      })
    }
  }
  return whole
}

/** With which Typst surrounds a part of another direction. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** After how many the items of a list begin again. */
const periodOf = (items: readonly string[]): number =>
  [...items.keys()].find(
    (at) => at > 0 && items.length % at === 0 && items.every((each, on) => each === items[on % at]),
  ) ?? items.length

/** Where an invisible text is, and how much lower than the drawn one. */
type Place = Pick<Cluster, 'from' | 'to' | 'size'> & { readonly lower?: number; readonly isLow?: boolean }
type Show = (units: readonly string[], place: Place) => string

/** Words and the blanks between them. */
function wordsOf(clusters: readonly Word[]): readonly (readonly Word[])[] {
  const words: Word[][] = []
  let before: Word | undefined
  for (const each of clusters) {
    if (before === undefined || (each.text === ' ') !== (before.text === ' ')) words.push([each])
    else words.at(-1)?.push(each)
    before = each
  }
  return words
}

const placeOf = (clusters: readonly Word[]): Omit<Place, 'lower'> => ({
  from: Math.min(...clusters.map(({ from }) => from)),
  to: Math.max(...clusters.map(({ to }) => to)),
  size: clusters[0]?.size ?? 0,
})

const fromLeft = (clusters: readonly Word[], show: Show): string =>
  wordsOf(clusters)
    .map((word) => show(unitsOf(word.flatMap(({ text }) => [...text])), placeOf(word)))
    .join('')

/** Letters as glyphs. Readers drop a joiner that is alone, so it is in one glyph with the letter after it. */
function unitsOf(letters: readonly string[]): readonly string[] {
  const units: string[] = []
  let joiners = ''
  for (const letter of letters) {
    if (/^\p{Cf}$/u.test(letter)) joiners += letter
    else {
      units.push(joiners + letter)
      joiners = ''
    }
  }
  return joiners === '' ? units : [...units, joiners]
}

function fromRight(group: Group, show: Show): string {
  const runs = runsIn(group)
  const all = runs.flatMap(({ clusters }) => clusters)
  const place = placeOf(all)
  const { from, size } = place
  // Or MuPDF would read it as one word with its label.
  const blank = (at: Place) => (group.isAtBegin ? show([' '], { ...at, from: from - size * BLANK, to: from }) : '')
  if (all.some(({ text }) => isFromLeftToReaders.test(text))) return blank(place) + inChunks(runs, place, show)
  if (group.isWholeLine)
    return [...runs]
      .reverse()
      .map(({ clusters, isRight }, at) => {
        const letters = clusters.flatMap(({ text }) => [...text])
        const units = isRight ? reversedUnits(clusters) : unitsOf(letters.join('').match(NUMBER_OR_LETTER) ?? [])
        const own = { ...noWider(place, units.length, group.column), ...below(size, at, runs.length) }
        return `${at === 0 ? blank(own) : ''}${show(units, own)}`
      })
      .join('')
  const units = reversedUnits(all)
  const isWord = !units.some((unit) => !/^\p{L}$/u.test(unit))
  const own = isWord ? place : { ...place, ...below(size) }
  return blank(own) + show([...units, LEFT_TO_RIGHT], own)
}

/**
 * A place at the left edge of its paragraph, with glyphs no wider than high: PDFium takes what is within half the width of
 * a glyph above or below for one line, whose parts it puts in order from the left.
 */
const noWider = (place: Place, glyphs: number, column: number): Place => ({
  ...place,
  from: column,
  to: Math.min(place.to, column + glyphs * place.size),
})

/** A number of Arabic digits in one glyph, because MuPDF takes each of them for a letter from the right. */
const NUMBER_OR_LETTER = /[\u0660-\u0669]+|./gsu
const BLANK = 0.2 // of the size

/**
 * A place below the line, or one of so many, one below the other. Readers put the words of a line in order each in its
 * own way if they are of both directions, but lines from the top to the bottom, so that each run is a low line of its own.
 * PDFium takes for a line of its own what begins below the letters before it.
 */
const below = (size: number, at = 0, count = 1) => {
  const height = Math.min(STRIP, STRIPS / count)
  return count === 1
    ? { lower: size * BELOW, isLow: true }
    : { lower: size * (BELOW + height * at), size: size * height }
}
const [STRIP, STRIPS, BELOW] = [0.3, 0.7, 0.42] // of the size

/** Clusters from the right as glyphs in the order of the eye, each letter of which readers put into the other order. */
function reversedUnits(clusters: readonly Word[]): readonly string[] {
  const units: string[] = []
  for (const unit of unitsOf(clusters.flatMap(({ text }) => [...text].reverse()))) {
    const before = units.at(-1)
    // What is not a letter is in one glyph with what it stands behind, whose direction it has for MuPDF.
    if (!/[\p{L}\p{M}]/u.test(unit) && before !== undefined) units.push(`${units.pop()}${unit}`)
    // A mark or a sign at the end would belong to what lies before it.
    else if (isFromRight.test(unit) || (before !== undefined && /[\p{L}\p{M} ]$/u.test(before))) units.push(unit)
    else if (before === undefined) units.push(`${RIGHT_TO_LEFT} `, ...(unit === ' ' ? [] : [unit]))
    else units.push(RIGHT_TO_LEFT, unit)
  }
  return units
}

type Run = { readonly clusters: readonly Word[]; readonly isRight: boolean }

/** Words of one direction, or one sign or blank between them. */
type Part = { readonly clusters: readonly Word[]; readonly direction: 'right' | 'left' | 'none' }

/** The parts of a group, from the left to the right. */
function partsIn({ pieces, height }: Group): readonly Part[] {
  const sections: { pieces: Piece[]; direction: Part['direction'] }[] = []
  for (const piece of pieces) {
    const text = textOf(piece)
    const direction = isFromRight.test(text) ? 'right' : isFromLeft.test(text) ? 'left' : 'none'
    if (sections.at(-1)?.direction === direction) sections.at(-1)?.pieces.push(piece)
    else sections.push({ pieces: [piece], direction })
  }
  return sections.flatMap(({ pieces: own, direction }) => {
    const clusters = wholeClusters(own, height)
    const isLetter = ({ text }: Word) => /[\p{L}\p{N}]/u.test(text)
    const [first, last] = [clusters.findIndex(isLetter), clusters.findLastIndex(isLetter)]
    const sign = (each: Word): Part => ({ clusters: [each], direction: 'none' })
    const words: Part = { clusters: clusters.slice(first, last + 1), direction }
    return first === -1
      ? clusters.map(sign)
      : [...clusters.slice(0, first).map(sign), words, ...clusters.slice(last + 1).map(sign)]
  })
}

/**
 * The runs of one direction, from the left to the right. Signs beside words from the left are read with these: a pair of
 * brackets around them as it is drawn, others, which stand on the other side of them, before or after them.
 */
function runsIn(group: Group): readonly Run[] {
  const parts = partsIn(group)
  const is = (at: number, direction: Part['direction']) => parts[at]?.direction === direction
  const signAt = (at: number) => (is(at, 'none') ? (parts[at]?.clusters[0]?.text ?? '') : ' ')
  /** The next place in a direction that has no sign, or, if `isBeside`, a blank. */
  const next = (at: number, step: number, isBeside: boolean): number => {
    let on = at + step
    while (is(on, 'none') && !(isBeside && (signAt(on) === ' ' || pairs.has(on)))) on += step
    return on
  }
  const pairs = new Map<number, string>()
  for (const at of parts.keys()) {
    const pair = BRACKETS.get(signAt(at))
    if (pair === undefined || !is(at + 1, 'left')) continue
    for (let on = at + 2; is(on, 'left') || is(on, 'none'); on += 1)
      if (is(on - 1, 'left') && BRACKETS.get(signAt(on)) === pair) {
        pairs.set(at, pair[0] ?? '').set(on, pair[1] ?? '')
        break
      }
  }
  const runs: { before: Word[]; clusters: Word[]; after: Word[]; isRight: boolean }[] = []
  let after: Word[] = []
  for (const [at, { clusters, direction }] of parts.entries()) {
    const isPair = pairs.has(at)
    const isBetween = is(next(at, -1, false), 'left') && is(next(at, 1, false), 'left')
    const joins = (step: number) => {
      const on = next(at, step, true)
      return !isPair && !isBetween && direction === 'none' && signAt(at) !== ' ' && (is(on, 'left') || pairs.has(on))
    }
    if (joins(1)) after.unshift(...clusters)
    else if (joins(-1)) runs.at(-1)?.before.unshift(...clusters)
    else {
      const isRight = direction === 'right' || (direction === 'none' && !isPair && !isBetween)
      if (runs.at(-1)?.isRight !== isRight) runs.push({ before: [], clusters: [], after: [], isRight })
      const run = runs.at(-1)
      run?.clusters.push(...clusters.map((each) => ({ ...each, text: pairs.get(at) ?? each.text })))
      if (!isRight) run?.after.unshift(...after)
      if (!isRight) after = []
    }
  }
  return runs.map(({ before, clusters, after: behind, isRight }) => ({
    isRight,
    clusters: [...before, ...clusters, ...behind],
  }))
}

const BRACKETS: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '«»'].flatMap((pair) => [...pair].map((each) => [each, pair])),
)

/**
 * Words that readers take for words from the left, in the order of the tongue: many letters in one glyph, because MuPDF,
 * which knows better, turns glyphs around.
 */
function inChunks(runs: readonly Run[], place: Place, show: Show): string {
  const inOrder = [...runs].reverse().flatMap(({ clusters, isRight }) => (isRight ? [...clusters].reverse() : clusters))
  const chunks =
    inOrder
      .map(({ text }) => text)
      .join('')
      .match(CHUNK) ?? []
  return chunks
    .map((chunk, at) => show([chunk], { ...noWider(place, 1, place.from), ...below(place.size, at, chunks.length) }))
    .join('')
}

/** As many letters as MuPDF reads from one glyph. */
const CHUNK = /\S.{0,30}(?: |$)|\S.{0,31}/gsu

const namedFonts = (resources: string): ReadonlyMap<string, string> =>
  new Map(
    [...(/\/Font <<(.*?)>>/s.exec(resources)?.[1] ?? '').matchAll(/\/(f\d+) (\d+) 0 R/g)].map(
      ([, name = '', number = '']) => [name, number],
    ),
  )
