import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { namesIn } from '../../../../api/browser.ts'
import type { Changes, Editable, StaffReply } from '../../../../api/index.ts'
import { say, sayCount } from '../../../../engine/index.ts'
import { Button, Loading, lazyPart, Notice, Status, sentence } from '../../../parts/index.ts'
import { Link, useLocation, useNavigate } from '../../../router/index.ts'
import { asStaffError, type StaffError, staffCall, useStaff } from '../staff-call.ts'
import { StaffActions, StaffInput } from '../staff-field.tsx'
import { Loaded, PageTitle, StaffSection } from '../staff-page.tsx'
import { RefusalNotice, useStaffAction } from '../use-staff-action.tsx'
import { AnnouncementRow, LineRow, OptionsRow, type ReadForm, type Value } from './editable-rows.tsx'
import { ColorRow, inWords, PictureRow } from './face-rows.tsx'
import styles from './form.module.css'
import { LinksRow } from './links-row.tsx'
import { ListRow } from './list-row.tsx'
import { isList, isWithin, nameAt, useKeptRow, useLookingFor, withAdded } from './looking-for.ts'
import { PreviewLink } from './preview-link.tsx'
import { Editions, Publishing, ReleaseChanges } from './publishing.tsx'
import { LanguagesBeside, useLanguagesBeside } from './translations.tsx'

type Conflict = StaffReply<'saveFormDraft'>['conflicts'][number]

const FORM = ['form']

/** The page on which an office edits its form: what it says, its lists, dates and names. */
export function FormPage() {
  const form = useQuery({ queryKey: FORM, queryFn: () => staffCall('readForm') })
  return (
    <>
      <PageTitle title={say('The form')} />
      <Loaded query={form}>{(read) => <Editing read={read} />}</Loaded>
    </>
  )
}

/** One change by this person, which can be taken back: what stood at its places before and after. */
type Step = { readonly before: Changes; readonly after: Changes }
type Steps = { readonly over: number; readonly done: readonly Step[]; readonly undone: readonly Step[] }

function Editing({ read: given }: { read: ReadForm }) {
  const read = withAdded(given)
  const { may } = useStaff()
  const queries = useQueryClient()
  const publishing = useStaffAction('form')
  const [problem, setProblem] = useState<StaffError>()
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const [steps, setSteps] = useState<Steps>({ over: read.over, done: [], undone: [] })
  // What was done before something was published is taken back by going back to an edition.
  const { done, undone } = steps.over === read.over ? steps : { done: [], undone: [] }
  const remember = (next: Pick<Steps, 'done' | 'undone'>) => setSteps({ over: read.over, ...next })
  const [said, setSaid] = useState('')
  const sending = useRef(Promise.resolve())
  const keepRow = useKeptRow(read.draft.revision)
  const inDraft = everythingIn(read.draft)
  const drafted = new Map(inDraft.map((each) => [each.place, each]))
  const published = new Map<string, Value>([
    ...Object.entries(read.translations),
    ...Object.entries(read.structure),
    ...read.editables.map((each) => [each.place, each.published] as const),
  ])
  const standing = (place: string): Value => {
    return drafted.has(place) ? (drafted.get(place)?.value ?? null) : (published.get(place) ?? null)
  }

  /** Takes changes into the draft. What is on the page follows what the server says stands there. */
  function save(changes: Changes, saying: (what: string) => string): Promise<void> {
    setProblem(undefined)
    setSaid('') // the same words are heard again only if they were gone
    keepRow()
    const what = nameAt(Object.keys(changes)[0] ?? '', read, standing)
    // One after the other: of two that are pressed quickly, the first could arrive last and win.
    sending.current = sending.current.then(async () => {
      try {
        const { revision } = queries.getQueryData<ReadForm>(FORM)?.draft ?? read.draft
        const { conflicts: met, ...draft } = await staffCall('saveFormDraft', { revision, changes })
        setConflicts(met)
        queries.setQueryData<ReadForm>(FORM, (known) => known && { ...known, draft })
        if (met.length === 0) setSaid(what === '' ? say('Saved in the draft.') : saying(what))
      } catch (error) {
        setProblem(asStaffError(error))
      }
    })
    return sending.current
  }
  const changeAll = (
    after: Changes,
    shown: (place: string) => Value = standing,
    saying = saved,
  ): Promise<void> | undefined => {
    const before = Object.fromEntries(Object.keys(after).map((place) => [place, shown(place)] as const))
    if (JSON.stringify(before) === JSON.stringify(after)) return
    remember({ done: [...done, { before, after }], undone: [] })
    return save(after, saying)
  }
  const change = (place: string, after: Value) => void changeAll({ [place]: after })
  const undo = () => {
    const last = done.at(-1)
    if (!last) return
    remember({ done: done.slice(0, -1), undone: [...undone, last] })
    void save(last.before, (what) => say('Undone: {what}.', { what }))
  }
  const redo = () => {
    const last = undone.at(-1)
    if (!last) return
    remember({ done: [...done, last], undone: undone.slice(0, -1) })
    void save(last.after, (what) => say('Done again: {what}.', { what }))
  }
  const discard = () =>
    changeAll(Object.fromEntries(inDraft.map(({ place }) => [place, published.get(place) ?? null])), standing, () =>
      say('The draft is discarded. Undo brings it back.'),
    )
  const shown = useLanguagesBeside({ read, standing, change })
  const looking = useLookingFor({ read, standing, show: shown.show })
  const { search } = useLocation()
  const navigate = useNavigate()
  const [isAsking, isHistory] = [search.startsWith('?questions'), search === '?history']
  const asked = useMemo(
    () => ({ ...read.structure, ...Object.fromEntries(read.draft.changes.filter(isAsked).map(valueAt)) }),
    [read.structure, read.draft.changes],
  )
  const wayTo = (place: string) => {
    const [part, , name = ''] = namesIn(place)
    if (part === 'structure') return () => void navigate(`${QUESTIONS}=${encodeURIComponent(name)}`)
    const way = looking.wayTo(place)
    if (!way) return undefined
    return () => {
      shown.showAll()
      way()
    }
  }
  const count = read.draft.changes.length
  return (
    <>
      {read.is_read_only ? (
        <Notice
          title={say('Your institution keeps its form in the file institution.json. It can only be read here.')}
        />
      ) : (
        <p className={styles.draft}>
          {count === 0
            ? nothingDiffers(read)
            : sayCount(
                count,
                'One change is in the draft. Applicants don’t see it yet.',
                '{count} changes are in the draft. Applicants don’t see them yet.',
              )}
        </p>
      )}
      <RefusalNotice problem={problem} />
      <Conflicts conflicts={conflicts} />
      <Status className={styles.said}>{said}</Status>
      {!read.is_read_only && (
        <StaffActions>
          <Button variant="outline" size="small" disabled={done.length === 0} onClick={undo}>
            {say('Undo')}
          </Button>
          <Button variant="outline" size="small" disabled={undone.length === 0} onClick={redo}>
            {say('Redo')}
          </Button>
          <Button variant="outline" size="small" disabled={inDraft.length === 0} onClick={discard}>
            {say('Discard the draft')}
          </Button>
        </StaffActions>
      )}
      <ReleaseChanges release={read.release} />
      <Parts isAsking={isAsking} isHistory={isHistory} />
      {isHistory ? (
        <History read={read} />
      ) : isAsking ? (
        <QuestionsRoom
          key={search}
          values={asked}
          published={read.structure}
          comments={read.draft.comments}
          isReadOnly={read.is_read_only}
          changeAll={changeAll}
          sought={new URLSearchParams(search).get('questions') || undefined}
        />
      ) : (
        <Outline
          read={read}
          standing={standing}
          change={change}
          changeAll={changeAll}
          shown={shown}
          looking={looking}
        />
      )}
      {!isHistory && <PreviewLink />}
      {!read.is_read_only && !isHistory && (
        <Publishing read={read} mayPublish={may('publish')} action={publishing} wayTo={wayTo} />
      )}
      {!isHistory && <Editions read={read} mayPublish={may('publish') && !read.is_read_only} />}
    </>
  )
}

const Conflicts = ({ conflicts }: { conflicts: readonly Conflict[] }) =>
  conflicts.map((each) => (
    <Notice key={each.place} kind="error" role="alert" title={say('Somebody else has changed this meanwhile')}>
      <p>
        {sentence(
          '{name} wrote “{theirs}”. You wrote “{mine}”. Theirs stands now; change it again if yours is right.',
          {
            name: each.by,
            theirs: inWords(each.theirs),
            mine: inWords(each.mine),
          },
        )}
      </p>
    </Notice>
  ))

/** What the draft has, with what colleagues say in it. */
const everythingIn = ({ changes, comments }: ReadForm['draft']) => [
  ...changes,
  ...comments.map(({ place, text, by, at }) => ({ place, value: text, by, at })),
]

const saved = (what: string) => say('Saved in the draft: {what}.', { what })

/** What a draft without changes says: while an edition waits, what can be edited is what that one says. */
function nothingDiffers({ editions, over }: ReadForm): string {
  const number = String(over)
  switch (editions.find((each) => each.number === over)?.state) {
    case 'waits_for_person':
      return say(
        'Edition {number} waits for a second person to confirm it, under Editions. Applicants don’t see it yet. Nothing here differs from it.',
        { number },
      )
    case 'waits_for_time':
      return say('Edition {number} waits for its time. Applicants don’t see it yet. Nothing here differs from it.', {
        number,
      })
    case 'active':
    case 'earlier':
    case 'called_off':
    case undefined:
      return say('Nothing differs from what applicants see.')
  }
}

/** The room of the questions is large, and needs the form of the release. */
const QuestionsRoom = lazyPart(async () => (await import('./questions/questions-room.tsx')).QuestionsRoom, {
  meanwhile: <Loading />,
})
const QUESTIONS = '/staff/form?questions'
const History = lazyPart(async () => (await import('./history.tsx')).History, { meanwhile: <Loading /> })

/** The way from one part of the form to another. */
const Parts = ({ isAsking, isHistory }: { isAsking: boolean; isHistory: boolean }) => (
  <nav aria-label={say('Parts of the form')} className={styles.tabs}>
    <Link to="/staff/form" aria-current={isAsking || isHistory ? undefined : 'page'}>
      {say('Words')}
    </Link>
    <Link to={QUESTIONS} aria-current={isAsking ? 'page' : undefined}>
      {say('Questions')}
    </Link>
    <Link to="/staff/form?history" aria-current={isHistory ? 'page' : undefined}>
      {say('History')}
    </Link>
  </nav>
)

type Drafted = ReadForm['draft']['changes'][number]
const isAsked = ({ place }: Drafted) => place.startsWith('/structure/')
const valueAt = ({ place, value }: Drafted) => [place, value] as const

type RowsOf = {
  read: ReadForm
  standing: (place: string) => Value
  change: (place: string, after: Value) => void
  /** The same for several places as one step. */
  changeAll: (after: Changes) => void
}

type OutlineProps = RowsOf & {
  shown: ReturnType<typeof useLanguagesBeside>
  looking: ReturnType<typeof useLookingFor>
}

/** Everything that can be edited, by groups of which one opens those that are needed, or found by what they say. */
function Outline({ read, standing, change, changeAll, shown: { beside, lacks, above }, looking }: OutlineProps) {
  const { text, find, sought } = looking
  const wanted = text.trim().toLocaleLowerCase()
  const isFound = ({ name, place, product, published }: Editable) =>
    [name, product ?? '', String(published ?? ''), String(standing(place) ?? '')].some((each) =>
      each.toLocaleLowerCase().includes(wanted),
    )
  const found = read.editables.filter((each) => (wanted === '' || isFound(each)) && (!lacks || lacks(each)))
  // An option is edited in its list.
  const lists = read.editables.filter(
    (row) => isList(row) && !found.includes(row) && found.some(({ place }) => isWithin(place, row)),
  )
  const groups = Map.groupBy([...found, ...lists], ({ group }) => group)
  const changed = [...new Set(read.draft.changes.map(({ place }) => place))]
  const changedIn = (rows: readonly Editable[]) =>
    changed.filter((place) => rows.some((row) => isWithin(place, row))).length
  const isLooking = wanted !== '' || lacks !== undefined || sought !== undefined
  const drawGroup = ([group, rows]: readonly [string, readonly Editable[]]) => (
    <FoldedGroup
      key={group}
      title={group}
      changed={changedIn(rows)}
      isOpen={
        ((wanted !== '' || lacks !== undefined) && groups.size < 6) || rows.some(({ place }) => place === sought?.place)
      }
    >
      {() => (
        <LanguagesBeside value={beside}>
          <Rows rows={rows} {...{ wanted, lacks, read, standing, change, changeAll }} />
        </LanguagesBeside>
      )}
    </FoldedGroup>
  )
  return (
    <StaffSection title={say('What it says')}>
      <StaffInput
        label={say('Find words')}
        hint={say('A part of a question, a name or a date')}
        type="search"
        value={text}
        onChange={({ target }) => find(target.value)}
      />
      {above}
      {groups.size === 0 && <p>{say('Nothing in the form says this.')}</p>}
      {isLooking
        ? [...groups].map((each) => drawGroup(each))
        : [...Map.groupBy(groups, ([group]) => chapterOf(group))].map(([chapter, all]) =>
            all.length === 1 ? (
              all.map((each) => drawGroup(each))
            ) : (
              <FoldedGroup
                key={chapter}
                title={chapter}
                changed={changedIn(all.flatMap(([, rows]) => rows))}
                isOpen={false}
              >
                {() => <div className={styles.chapter}>{all.map((each) => drawGroup(each))}</div>}
              </FoldedGroup>
            ),
          )}
    </StaffSection>
  )
}

/** Groups such as those of a page and of mails have one that holds them, named by what stands before the colon. */
const chapterOf = (group: string): string => /^([^:]+): /.exec(group)?.[1] ?? group

/** `wanted` is what was looked for, in lower case. */
type RowsProps = RowsOf & { wanted: string; lacks: ((row: Editable) => boolean) | undefined }

type FoldedGroupProps = { title: string; changed: number; isOpen: boolean; children: () => React.ReactNode }

/** A group whose rows are drawn once it is open: together there are some five hundred. */
function FoldedGroup({ title, changed, isOpen, children }: FoldedGroupProps) {
  const [opened, setOpened] = useState(false)
  return (
    // Named besides its summary: a screen reader says the name of a group that is entered.
    <details
      className={styles.group}
      aria-label={title}
      open={opened || isOpen}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        <span>{title}</span>
        {changed > 0 && (
          <>
            {' ' /* between what is read in one go */}
            <span className={styles.mark}>{sayCount(changed, '1 change', '{count} changes')}</span>
          </>
        )}
      </summary>
      {(opened || isOpen) && children()}
    </details>
  )
}

function Rows({ rows, ...rest }: RowsProps & { rows: readonly Editable[] }) {
  const lists = rows.filter(isList)
  const isOption = (row: Editable) => lists.some(({ place }) => row.place.startsWith(`${place}/`))
  return rows.filter((row) => !isOption(row)).map((row) => <Row key={row.place} row={row} {...rest} />)
}

function Row({ row, wanted, lacks, read, standing, change, changeAll }: RowsProps & { row: Editable }) {
  const by = read.draft.changes.find(({ place }) => place === row.place)?.by
  const given = { row, by, isReadOnly: read.is_read_only, value: standing(row.place) }
  switch (row.kind) {
    case 'options':
      return <OptionsRow {...given} wanted={wanted} lacks={lacks} read={read} standing={standing} change={change} />
    case 'list':
      return <ListRow {...given} wanted={wanted} lacks={lacks} read={read} standing={standing} change={change} />
    case 'links':
      return <LinksRow {...given} read={read} standing={standing} changeAll={changeAll} />
    case 'announcement':
      return <AnnouncementRow {...given} change={(after) => change(row.place, after)} />
    case 'color':
      return <ColorRow {...given} change={(after) => change(row.place, after)} />
    case 'picture':
      return <PictureRow {...given} change={(after) => change(row.place, after)} standing={standing} />
    case 'line':
    case 'paragraph':
    case 'number':
    case 'day':
    case 'email':
    case 'link':
      return <LineRow {...given} change={(after) => change(row.place, after)} />
  }
}
