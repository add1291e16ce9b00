import { type ReactNode, useState } from 'react'
import { sayAgain, wordsInUse } from '../../engine/index.ts'
import { marked } from './text.tsx'

/**
 * A message that was made in the language of its first drawing and stays when another is chosen. It is said again in that
 * one. Where it cannot be, `lang` says in which it is, so that screen readers go on pronouncing it. The text never changes.
 */
export function useSaidAgain(text: string): { readonly text: string; readonly lang?: string } {
  const [before] = useState(wordsInUse)
  const now = sayAgain(text, before)
  return now === undefined ? { text, lang: before.language } : { text: now }
}

/** Draws such a message, or another one later. */
export const SaidAgain = ({ children }: { children: string }): ReactNode => <Message key={children}>{children}</Message>

function Message({ children }: { children: string }) {
  const { text, lang } = useSaidAgain(children)
  return <span lang={lang}>{marked(text)}</span>
}
