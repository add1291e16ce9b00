import {
  type ComponentProps,
  Fragment,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { oncePer, say, type Words, wordsInUse } from '../../engine/index.ts'
import { useElapsed, useIsHydrated } from './hooks.ts'
import styles from './messages.module.css'

/** The two ways to display text, editable or read-only (requirement 3.state.19). */
export type TextVariant = 'underlined' | 'outlined'

type TextProps = ComponentProps<'span'> & { variant?: TextVariant }

/**
 * A read-only value, shown as on a paper form: on a line inside a sentence or table, or in its own box. An empty value
 * keeps its height.
 */
export function Text({ variant = 'outlined', className, ...rest }: TextProps) {
  return <span {...rest} className={classNames(styles.text, styles[variant], className)} />
}

/** Makes an element once for a language, so that what draws it does not draw all of it again. */
export function onceForWords(make: () => ReactNode): () => ReactNode {
  const made = oncePer((_: Words) => make())
  return () => made(wordsInUse())
}

/** What stands for each `{name}` in a sentence that is drawn; a function draws the words between `<name>` and `</name>`. */
type Drawn = Readonly<Record<string, ReactNode | ((words: string) => ReactNode)>>

/**
 * What `say` says, with elements in it. A value that is a text stays as it is when a browser translates the page. Only for
 * what is drawn: browsers leave an attribute such as `aria-label` either alone or translate all of it, and nothing inside
 * one can be marked. Of "<seen>Delete</seen> {file}" eyes see what is inside `seen`, and screen readers read all of it.
 */
export function sentence(words: string, values: Drawn): ReactNode {
  const [before = '', seen, after] = say(words).split(/<\/?seen>/)
  if (seen === undefined) return drawnIn(before, values)
  return (
    <>
      {before && <VisuallyHidden>{drawnIn(before, values)}</VisuallyHidden>}
      {drawnIn(seen, values)}
      {after && <VisuallyHidden>{drawnIn(after, values)}</VisuallyHidden>}
    </>
  )
}

function drawnIn(words: string, values: Drawn): ReactNode {
  const pieces = words.split(/(\{\w+\}|<\w+>[^<]*<\/\w+>)/)
  return pieces.map((piece, index) => {
    const [, name = '', inside = ''] = /^[{<](\w+)(?:\}$|>([^<]*))/.exec(piece) ?? []
    const value = values[name]
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change places
    return <Fragment key={index}>{drawn(piece, value, inside)}</Fragment>
  })
}

function drawn(piece: string, value: Drawn[string], inside: string): ReactNode {
  if (typeof value === 'function') return value(inside)
  if (value === undefined) return piece !== '' && <span>{piece}</span>
  return typeof value === 'string' ? value !== '' && <span translate="no">{value}</span> : value
}

/** Unicode's own marks for a text of somebody else's inside a sentence; the second ends it. */
const [ISOLATE, END] = ['\u2068', '\u2069']

/** A given value inside a sentence that is handed on as a text, such as a message: `marked` finds it there. */
export const given = (value: string): string => ISOLATE + value.replaceAll(/[\u2066-\u2069]/g, '') + END

/** The pieces of a text: every second one is a given value. */
const piecesOf = (text: string) => text.split(/\u2068([^\u2069]*)\u2069/)

/** Draws a text so that the values that are `given` in it stay as they are when a browser translates the page. */
export const marked = (text: string): ReactNode =>
  text.includes(ISOLATE)
    ? piecesOf(text).map((piece, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
          <bdi key={index} translate="no">
            {piece}
          </bdi>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
          piece !== '' && <span key={index}>{piece}</span>
        ),
      )
    : text

/** Text for screen readers only. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(styles.hidden, className)} />
}

/** Milliseconds after which screen readers know an empty place. What it is drawn together with may not be read. */
const KNOWN = 150

/**
 * A place for words that come while the page is used: all of it is read aloud whenever they change, once the screen
 * reader is idle. Where it is drawn later than the page, it is empty at first, and its words come a moment later. It has
 * no role, because one named "status" is met as an empty bar by whoever reads the page line by line.
 */
export function Status({ as: Element = 'div', className, children, ...rest }: StatusProps) {
  const isLive = useIsHydrated()
  const [isSent] = useState(!isLive) // then it is read with the page
  const isKnown = useElapsed(KNOWN)
  return (
    <Element {...rest} className={classNames(styles.status, className)} aria-live="polite" aria-atomic="true">
      {(isSent || isKnown) && children}
    </Element>
  )
}

type StatusProps = { as?: 'div' | 'p' | 'span'; className?: string | undefined; children: ReactNode }

/**
 * The same for words that no eye sees. What it is drawn with is not read, unless that `isNews`. Values that are `given`
 * in the text have elements of their own. The text before them has gone first and they come together, because of pieces
 * that change one by one a screen reader may read each.
 */
export function LiveRegion({ isNews = false, children }: { isNews?: boolean; children: string | false | undefined }) {
  const region = useRef<HTMLSpanElement>(null)
  const isKnown = useRef(!isNews)
  const text = children || ''
  useLayoutEffect(() => {
    const said = region.current
    if (!said) return undefined
    const isPlain = !text.includes(ISOLATE)
    if (isKnown.current && isPlain && said.children.length === 0) {
      if (said.firstChild) said.firstChild.nodeValue = text
      else if (text !== '') said.append(text)
      return undefined
    }
    said.replaceChildren()
    const tell = () => {
      isKnown.current = true
      said.append(isPlain ? text : elementsOf(text))
    }
    const timer = setTimeout(tell, isKnown.current ? 0 : KNOWN)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden ref={region} aria-live="polite" aria-atomic="true" />
}

function elementsOf(text: string): HTMLElement {
  const whole = document.createElement('span')
  for (const [index, piece] of piecesOf(text).entries()) {
    const isGiven = index % 2 === 1
    const element = document.createElement(isGiven ? 'bdi' : 'span')
    if (isGiven) element.setAttribute('translate', 'no')
    element.textContent = piece
    if (piece !== '') whole.append(element)
  }
  return whole
}

/**
 * The first Tab stop: skips the header and navigation and goes to the element with the id `to`. Does not change the
 * URL.
 */
export function SkipLink({ to, children }: { to: string; children: ReactNode }) {
  const skip = (event: MouseEvent) => {
    const target = document.getElementById(to)
    if (!target) return
    event.preventDefault()
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus()
    target.scrollIntoView()
  }
  return (
    <a className={styles.skip} href={`#${to}`} onClick={skip}>
      {children}
    </a>
  )
}

/** Joins the class names that apply, skipping false, empty and undefined ones. */
export function classNames(...names: ReadonlyArray<string | false | undefined>): string {
  return names.filter(Boolean).join(' ')
}
