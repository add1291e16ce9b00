import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Entry, entriesShown, entrySummary, hasAnswer, type Repeated, say } from '../../../engine/index.ts'
import { Button, classNames, Icon, LiveRegion, sentence } from '../../parts/index.ts'
import { AskFirst } from '../controls/ask-first.tsx'
import { BlockFieldset } from '../controls/field.tsx'
import { EntryTitleContext, nounOf } from '../controls/field-context.ts'
import { controlFor, controlOf, leadingTo } from '../controls/focus-question.ts'
import { Foldable, keepInPlace } from '../controls/foldable.tsx'
import { screenMemory } from '../store/application-store.ts'
import { useBlockActions } from '../store/block-actions.ts'
import { useDocumentActions } from '../store/document-actions.ts'
import { useApplication, useApplicationStore, useScreenMemory } from '../store/use-application.tsx'
import styles from './blocks.module.css'
import type { BlockProps } from './draw.tsx'
import { UploadInProgress } from './upload-in-progress.tsx'

/**
 * A block with an Add Another button (requirements 4.add-another). Removing an entry that has answers requires
 * confirmation. After a press, the focus goes where the person continues: to the first question of the new entry, or
 * back to the button that adds one. Complete entries fold to a line.
 */
export function RepeatedBlock({ block, draw }: BlockProps<Repeated>) {
  const store = useApplicationStore()
  const actions = useBlockActions()
  const documents = useDocumentActions()
  const count = useApplication((application) => entriesShown(block, application).length, block.keys)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ readonly about: Entry; readonly open: boolean }>()
  const [isHeld, setHeld] = useState(false)
  const [news, setNews] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const next = block.entries[count]
  const box = useRef<HTMLDivElement>(null)
  const folding = useFoldedEntries(block, box)

  /** Runs the action, and returns whether the number of entries changed once the result is rendered. */
  const changes = async (action: Promise<void>): Promise<boolean> => {
    setBusy(true)
    try {
      await action
    } finally {
      flushSync(() => {
        setBusy(false)
        close()
      })
    }
    return entriesShown(block, store.current()).length !== count
  }
  const add = async (entry: Entry) => {
    if (!(await changes(actions.addEntry(block, entry.number)))) return
    setNews(say('{entry} added.', { entry: entry.title }))
    folding.enter(entry)
    controlOf(entry.keys[0] ?? '')?.focus()
  }
  const remove = async (entry: Entry) => {
    if (!(await changes(actions.removeEntry(block, entry.number)))) return
    documents.forget(keysFrom(entry))
    folding.removed(entry)
    setNews(say('{entry} removed.', { entry: entry.title }))
    addButton.current?.focus()
  }
  /** The keys that change when an entry is removed. */
  const keysFrom = ({ number }: Entry) => block.entries.slice(number - 1).flatMap(({ keys }) => keys)
  const askOrRemove = (entry: Entry) => {
    if (documents.isUploading(keysFrom(entry))) setHeld(true)
    else if (hasAnswer(entry, store.current())) setAsked({ about: entry, open: true })
    else void remove(entry)
  }
  const close = () => setAsked((now) => now && { ...now, open: false })

  return (
    <BlockFieldset name={`${block.id}-group`} legend={block.label} legendLook="question">
      <div ref={box} className={styles.entries}>
        {block.entries.slice(0, count).map((entry) => (
          <EntryBlock
            key={entry.number}
            block={entry}
            draw={draw}
            folding={folding}
            busy={busy}
            onRemove={() => askOrRemove(entry)}
          />
        ))}
      </div>
      {next && (
        <div>
          <Button
            ref={addButton}
            {...leadingTo(next.keys)}
            variant="outline"
            leading="plus"
            busy={busy}
            onClick={() => add(next)}
          >
            {block.add ?? say('Add another {entry}', { entry: nounOf(block) })}
          </Button>
        </div>
      )}
      <LiveRegion>{news}</LiveRegion>
      <UploadInProgress open={isHeld} onClose={() => setHeld(false)} />
      {asked && (
        <AskFirst
          open={asked.open}
          busy={busy}
          header={say('Remove {entry}?', { entry: asked.about.title })}
          description={say('Your answers in {entry} will be removed.', { entry: asked.about.title })}
          yes={say('Remove')}
          no={say('Keep it')}
          onYes={() => remove(asked.about)}
          onNo={close}
        />
      )}
    </BlockFieldset>
  )
}

type EntryBlockProps = BlockProps<Entry> & {
  folding?: FoldedEntries
  /** Another action is running in the block, so nothing can be removed. */
  busy?: boolean
  onRemove?: () => void
}

/**
 * One entry of a repeated block, on a tinted background that sets it apart, or folded to a line. The first entry cannot
 * be removed.
 */
export function EntryBlock({ block, draw, folding, busy, onRemove }: EntryBlockProps) {
  const headingId = useId()
  const { title, number, keys, items } = block
  const isFolded = folding?.isFolded(block) ?? false
  const [isEdited, setEdited] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = () => {
    flushSync(() => {
      setEdited(true)
      folding?.open(block)
    })
    folding?.enter(block) // the pressed button is gone, so its click no longer tells where the person is
    controlFor(keys[0] ?? '')?.focus()
  }
  const finish = () => {
    flushSync(() => {
      setEdited(false)
      folding?.fold(block)
    })
    editButton.current?.focus() // absent while something is missing, and then the entry stays open
  }
  return (
    <fieldset
      className={classNames(styles.entry, isFolded && styles.folded)}
      aria-labelledby={headingId}
      data-entry={number}
    >
      <div className={styles.entryHead}>
        <h3 id={headingId}>{title}</h3>
        <div className={styles.entryActions}>
          {isFolded && (
            <Button ref={editButton} variant="quiet" size="small" onClick={edit}>
              {sentence('<seen>Edit</seen> {entry}', { entry: <span>{title}</span> })}
            </Button>
          )}
          {number > 1 && (
            <Button variant="quiet" size="small" leading="trash" busy={busy} onClick={onRemove}>
              {sentence('<seen>Remove</seen> {entry}', { entry: <span>{title}</span> })}
            </Button>
          )}
        </div>
      </div>
      {isFolded && <EntryLine entry={block} />}
      <Foldable folded={isFolded} onReveal={() => folding?.open(block)}>
        <EntryTitleContext value={title}>{draw(items)}</EntryTitleContext>
        {isEdited && (
          <Button variant="outline" className={styles.done} onClick={finish}>
            {sentence('<seen>Done</seen> with {entry}', { entry: <span>{title}</span> })}
          </Button>
        )}
      </Foldable>
    </fieldset>
  )
}

/** A folded entry in one line: its name, place, dates and documents. */
function EntryLine({ entry }: { entry: Entry }) {
  const said = useApplication((application) => JSON.stringify(entrySummary(entry, application)), entry.keys)
  const { name, facts, documents }: ReturnType<typeof entrySummary> = JSON.parse(said)
  return (
    <div className={styles.entryLine}>
      {name !== '' && (
        <p className={styles.entryName} translate="no">
          {name}
        </p>
      )}
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact} translate="no">
            {fact}
          </li>
        ))}
        {documents.map(({ label, attached }) => (
          <li key={label} className={attached ? styles.attached : undefined}>
            {attached && <Icon name="check" />}
            <span>
              {attached
                ? say('{document} attached', { document: label })
                : say('No {document}', { document: label.charAt(0).toLowerCase() + label.slice(1) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type FoldedEntries = {
  isFolded(entry: Entry): boolean
  /** The person has pressed a button for this, so it opens or folds at once. */
  open(entry: Entry): void
  fold(entry: Entry): void
  /** The person is in this entry now, so a complete one that they came from is folded. */
  enter(entry: Entry): void
  /** An entry is gone, and those after it have moved up. */
  removed(entry: Entry): void
}

/** Kept while the application is open, so that Back finds a page as long as it was. */
const foldedEntries = screenMemory<ReadonlySet<number>>('the folded entries of a block')

/**
 * Which entries of a block are folded to a line: the complete ones when the page opens, and afterwards one that is
 * complete when the person goes on to another. An entry with a problem or a warning, or too little to sum it up, is
 * always open. The entries are inside `box`.
 */
function useFoldedEntries(block: Repeated, box: RefObject<HTMLElement | null>): FoldedEntries {
  const store = useApplicationStore()
  const { isUploading } = useDocumentActions()
  const isComplete = (entry: Entry) =>
    hasAnswer(entry, store.current()) &&
    entry.keys.every((key) => !store.unfinished().has(key) && !store.warnings()[key]) &&
    !isUploading(entry.keys) &&
    entrySummary(entry, store.current()).tellsEnough
  const [initially] = useState<ReadonlySet<number>>(
    () => new Set(block.entries.filter(isComplete).map(({ number }) => number)),
  )
  const [wanted, remember] = useScreenMemory(foldedEntries, block.id, initially)
  const setWanted = (next: (now: ReadonlySet<number>) => ReadonlySet<number>) =>
    remember(next(store.recall(foldedEntries, block.id) ?? initially))
  const here = useRef<Entry>(undefined)
  const folded = useApplication(() =>
    block.entries
      .filter((entry) => wanted.has(entry.number) && isComplete(entry))
      .map(({ number }) => number)
      .join(' '),
  ).split(' ')
  const fold = ({ number }: Entry) => setWanted((now) => new Set([...now, number]))
  const enter = (entry: Entry) => {
    const from = here.current
    here.current = entry
    if (from === undefined || from === entry || !isComplete(from)) return
    const place = box.current?.querySelector(`[data-entry="${entry.number}"]`)
    if (place) keepInPlace(place, () => fold(from))
  }
  useEffect(() => {
    // By click or key, and not by focus alone: nothing may move while a finger is down. At the document, because a
    // screen reader calls what is inside an element with such a listener "clickable".
    const follow = ({ target }: Event) => {
      const place = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null
      if (place === null || !box.current?.contains(place)) return
      const entry = block.entries.find(({ number }) => String(number) === place.dataset.entry)
      if (entry) enter(entry)
    }
    document.addEventListener('click', follow)
    document.addEventListener('keyup', follow)
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('keyup', follow)
    }
  })
  return {
    isFolded: ({ number }) => folded.includes(String(number)),
    open: ({ number }) => setWanted((now) => new Set([...now].filter((each) => each !== number))),
    fold,
    enter,
    removed({ number }) {
      here.current = undefined
      setWanted((now) => new Set([...now].filter((n) => n !== number).map((n) => (n > number ? n - 1 : n))))
    },
  }
}
