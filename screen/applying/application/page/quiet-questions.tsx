import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { locale, say, sayCount } from '../../../../engine/index.ts'
import { type QuietQuestion, quietQuestionsIn } from '../../../../form/index.ts'
import { pageData } from '../../../client/index.ts'
import { Button, given, marked, useObserved } from '../../../parts/index.ts'
import { useNavigate } from '../../../router/index.ts'
import { useApplicant } from '../applicant/applicant-context.ts'
import { REVIEWED } from '../submitting/focus-summary.ts'
import styles from './form-page.module.css'

/**
 * What may have been forgotten: at the end of its section, or above Submit for all of them. It is asked when the page
 * opens, and keeps its place and size until the page is left, because nothing may move under a finger.
 */
export function QuietQuestions({ section }: { section?: string }) {
  const { store } = useApplicant()
  const finished = useObserved(store.subscribeTo([]), store.finished)
  const { state } = pageData().institution.address
  const [opened] = useState(store.current)
  const { form } = store
  const asked = useMemo(
    () => quietQuestionsIn(form, opened, state).filter((each) => !section || each.section === section),
    [form, opened, state, section],
  )
  if (asked.length === 0) return null
  const open = new Set(quietQuestionsIn(form, finished, state).map(({ id }) => id))
  const content = asked.map((each) => (
    <QuietLine key={each.id} question={each} isAnswered={!open.has(each.id)} isHere={section !== undefined} />
  ))
  if (section !== undefined) return <div className={styles.quiet}>{content}</div>
  return (
    <section className={styles.quiet} aria-labelledby="forgotten">
      <h3 id="forgotten">{say('You may have forgotten')}</h3>
      {content}
    </section>
  )
}

type QuietLineProps = { question: QuietQuestion; isAnswered: boolean; isHere: boolean }

function QuietLine({ question, isAnswered, isHere }: QuietLineProps) {
  const { id, key, text, names, answers, lead, wave } = question
  const { store, open } = useApplicant()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<'answered' | 'waved' | undefined>(undefined)
  const done = useRef<HTMLParagraphElement>(null)
  const isDone = isAnswered || outcome !== undefined
  const go = () => {
    const slug = store.form.pages.find(({ keys }) => keys.includes(key))?.slug
    void navigate(`/${slug}#${key}`, { state: isHere ? null : { [REVIEWED]: key } })
  }
  const finish = (how: 'answered' | 'waved') => {
    flushSync(() => setOutcome(how))
    done.current?.focus()
  }
  const give = ({ value, asksForMore }: QuietQuestion['answers'][number]) => {
    store.write(key, value)
    store.commit(key)
    finish('answered')
    // At its section, which an answer opens, this line would move away from the finger.
    if (isHere || asksForMore) go()
  }
  const waveAway = () => {
    open(id)
    finish('waved')
  }
  return (
    <div>
      <p id={id}>{marked(say(text, { names: inWords(names) }))}</p>
      <div className={styles.either}>
        <p ref={done} tabIndex={-1} hidden={!isDone}>
          {outcome === 'waved' ? say('We won’t ask again.') : say('Thank you.')}
        </p>
        <fieldset aria-labelledby={id} className={styles.quietActions} hidden={isDone}>
          {answers.map((each) => (
            <Button key={each.value} variant="outline" size="small" onClick={() => give(each)}>
              {each.label}
            </Button>
          ))}
          {lead && (
            <Button variant="quiet" size="small" flush="start" onClick={go}>
              {lead}
            </Button>
          )}
          <Button variant="quiet" size="small" flush="start" onClick={waveAway}>
            {wave}
          </Button>
        </fieldset>
      </div>
    </div>
  )
}

/** More schools than this are counted. */
const NAMED = 2

const inWords = (names: readonly string[]) =>
  names.length > NAMED
    ? sayCount(names.length, '{count} of your schools', '{count} of your schools')
    : new Intl.ListFormat(locale()).format(names.map(given))
