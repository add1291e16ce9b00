import { useQuery } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { isUntranslated, type LanguageTexts, translationOf } from '../../../../api/browser.ts'
import type { ChangedValue, Editable, StaffReply } from '../../../../api/index.ts'
import { locale, say, sayCount } from '../../../../engine/index.ts'
import { Button, sentence } from '../../../parts/index.ts'
import { StaffInput, StaffText, StaffTick, StaffTicks } from '../staff-field.tsx'
import styles from './form.module.css'

type ReadForm = StaffReply<'readForm'>
type Value = ChangedValue | null

type Beside = {
  /** The languages that are shown beside the English. */
  readonly languages: readonly LanguageTexts[]
  readonly standing: (place: string) => Value
  readonly change: (place: string, after: Value) => void
  /** Who has changed what stands at a place in the draft. */
  readonly changedBy: (place: string) => string | undefined
  readonly isReadOnly: boolean
  /** Which part of which question a sentence is, once that is known. */
  readonly whereItStands: ((sentence: string) => string | undefined) | undefined
}

/** What the rows of the form show below their English. */
export const LanguagesBeside = createContext<Beside | undefined>(undefined)

type Given = { read: ReadForm; standing: Beside['standing']; change: Beside['change'] }

/** Which languages are shown beside the English, and whether only what they lack. */
export function useLanguagesBeside({ read, standing, change }: Given) {
  const [shown, setShown] = useState<readonly string[]>([])
  const [lacking, setLacking] = useState<string>()
  // The form itself, which no other page of the desk needs.
  const places = useQuery({ queryKey: ['where-it-stands'], queryFn: placesOfForm, staleTime: Number.POSITIVE_INFINITY })
  const languages = read.languages.filter(({ tag }) => shown.includes(tag))
  const wanted = languages.find(({ tag }) => tag === lacking)
  const show = (tag: string) => setShown((before) => (before.includes(tag) ? before : [...before, tag]))
  return {
    beside: {
      languages,
      standing,
      change,
      changedBy: (place: string) => read.draft.changes.find((each) => each.place === place)?.by,
      isReadOnly: read.is_read_only,
      whereItStands: places.data?.whereItStands,
    },
    /** Whether a row is one of those that are looked for. */
    lacks: wanted === undefined ? undefined : (row: Editable) => isUntranslated(row, wanted, standing),
    show,
    showAll: () => setLacking(undefined),
    above: read.languages.map((language) => (
      <LanguageSwitch
        key={language.tag}
        language={language}
        read={read}
        standing={standing}
        isShown={shown.includes(language.tag)}
        isLacking={lacking === language.tag}
        show={(isShown) => (isShown ? show(language.tag) : setShown(shown.filter((tag) => tag !== language.tag)))}
        lack={(isLacking) => setLacking(isLacking ? language.tag : undefined)}
      />
    )),
  }
}

async function placesOfForm() {
  const { whereItStands } = await import('./where-it-stands.ts')
  return { whereItStands }
}

type SwitchProps = Pick<Given, 'read' | 'standing'> & {
  language: LanguageTexts
  isShown: boolean
  isLacking: boolean
  show: (isShown: boolean) => void
  lack: (isLacking: boolean) => void
}

/** Shows a language beside the English, or leaves the page to who edits only that; and says how much of it stands. */
function LanguageSwitch({ language, read, standing, isShown, isLacking, show, lack }: SwitchProps) {
  const { name } = language
  const rows = read.editables.filter((row) => translationOf(row, language, standing) !== undefined)
  const missing = rows.filter((row) => isUntranslated(row, language, standing))
  const signed = missing.filter(({ is_signed }) => is_signed).length
  return (
    <StaffTicks legend={name}>
      <StaffTick
        label={say('Show {language}', { language: name })}
        checked={isShown}
        onChange={({ target }) => show(target.checked)}
      />
      {isShown && (
        <StaffTick
          label={say('Only what has no {language}', { language: name })}
          checked={isLacking}
          onChange={({ target }) => lack(target.checked)}
        />
      )}
      <p>
        <span>
          {say('{percent} of what applicants read is there.', {
            percent: percentOf(rows.length - missing.length, rows.length),
          })}
        </span>{' '}
        {missing.length > 0 && (
          <span>{sayCount(missing.length, 'One text stays in English.', '{count} texts stay in English.')}</span>
        )}{' '}
        {signed > 0 && (
          <span>
            {sayCount(
              signed,
              'Applicants sign one of them; it stays in English until it has a translation.',
              'Applicants sign {count} of them; those stay in English until they have a translation.',
            )}
          </span>
        )}
      </p>
    </StaffTicks>
  )
}

/** Never 100 % while anything is missing. */
const percentOf = (part: number, whole: number) =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(Math.floor((100 * part) / Math.max(whole, 1)) / 100)

/** The translations of a row that are shown, each below the other. */
export function Translations({ row }: { row: Editable }) {
  const beside = use(LanguagesBeside)
  if (!beside) return null
  return (
    <>
      {beside.languages.map((language) => (
        <Translation key={language.tag} row={row} language={language} {...beside} />
      ))}
    </>
  )
}

/** What applicants read in one language: the office's words, else ours, else the English. */
function Translation({
  row,
  language,
  standing,
  change,
  changedBy,
  isReadOnly,
}: Beside & { row: Editable; language: LanguageTexts }) {
  const found = translationOf(row, language, standing)
  const shown = found?.own ?? found?.ours ?? ''
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string }>()
  if (!found) return null
  const { place, own, ours, before, english } = found
  const by = changedBy(place)
  const text = typed?.of === place + shown ? typed.text : shown
  const keep = (given: string) => {
    const words = given.trim()
    if (words !== shown) change(place, words === '' || words === ours ? null : words)
  }
  const field = {
    label: say('In {language}', { language: language.name }),
    'aria-label': say('In {language}: {words}', { language: language.name, words: english }),
    lang: language.tag,
    dir: 'auto',
    value: text,
    readOnly: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ of: place + shown, text: target.value }),
    onBlur: () => keep(text),
  } as const
  return (
    <div className={styles.translation} data-place={place}>
      {row.kind === 'paragraph' || row.kind === 'announcement' ? (
        <StaffText {...field} rows={3} />
      ) : (
        <StaffInput {...field} />
      )}
      <div className={styles.notes}>
        {by !== undefined && <span className={styles.mark}>{sentence('Changed by {name}', { name: by })}</span>}
        {own === null && ours !== null && <span>{say('Our words')}</span>}
        {own === null && ours === null && (
          <span className={styles.missing}>
            {say('Missing. Whoever reads {language} sees the English.', { language: language.name })}
          </span>
        )}
        {own !== null && ours !== null && (
          <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(place, null)}>
            {sentence('Back to our words: “{words}”', { words: ours })}
          </Button>
        )}
        {own === null && ours === null && before !== null && (
          <Button variant="quiet" size="small" disabled={isReadOnly} onClick={() => change(place, before)}>
            {sentence('Take what stood for the English before: “{words}”', { words: before })}
          </Button>
        )}
      </div>
    </div>
  )
}
