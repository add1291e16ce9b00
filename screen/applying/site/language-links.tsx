import { type MouseEvent, useState } from 'react'
import { language, ownNameOf } from '../../../engine/index.ts'
import { changeLanguage, pageData } from '../../client/index.ts'
import { isForBrowser, Link } from '../../router/index.ts'
import styles from './site.module.css'

/**
 * A link to each other language that is offered, in that language. Without a script it loads the page in it. To one that
 * the browser prefers it is a proposal, until any is chosen.
 */
export function LanguageLinks() {
  const { languages = {}, proposed } = pageData()
  const [isChosen, setChosen] = useState(false)
  const change = (event: MouseEvent, next: string) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    setChosen(true)
    void changeLanguage(next, languages[next]) // the app says what goes wrong
  }
  return Object.keys(languages)
    .filter((each) => each !== language())
    .map((each, place) => {
      const link = { to: `?lang=${each}`, hrefLang: each, lang: each, translate: 'no' } as const
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same element in both languages keeps the focus
        <Link key={place} {...link} className={styles.language} onClick={(event) => change(event, each)}>
          {!isChosen && each === proposed?.language ? <strong>{proposed.words}</strong> : ownNameOf(each)}
        </Link>
      )
    })
}
