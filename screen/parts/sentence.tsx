import { Fragment, type ReactNode } from 'react'

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
