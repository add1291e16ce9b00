import { type ComponentProps, Fragment, type MouseEvent, type ReactNode } from 'react'
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

/**
 * A sentence with given values in it, written sentence`Delete ${fileName}?`. When a browser translates the page, the
 * words around are translated and the values stay as they are. Only for what is drawn: browsers leave an attribute such
 * as `aria-label` either alone or translate all of it, and nothing inside one can be marked.
 */
export const sentence = (words: TemplateStringsArray, ...given: readonly string[]): ReactNode =>
  words.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change places
    <Fragment key={index}>
      {text !== '' && <span>{text}</span>}
      {given[index] && <span translate="no">{given[index]}</span>}
    </Fragment>
  ))

/** Text for screen readers only. */
export function VisuallyHidden({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(styles.hidden, className)} />
}

/**
 * Has its text read aloud whenever it changes, once the screen reader is idle. Keep it mounted: a region added together
 * with its text may not be read. It has no role, because one named "status" is met as an empty bar by whoever reads the
 * page line by line.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {children}
    </VisuallyHidden>
  )
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
