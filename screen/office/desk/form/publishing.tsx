import { useEffect, useRef, useState } from 'react'
import type { EditionDifference, Finding, ListedEdition, StaffReply } from '../../../../api/index.ts'
import { say, sayCount } from '../../../../engine/index.ts'
import { Button, Dialog, Notice, Status, sentence } from '../../../parts/index.ts'
import { formatTime } from '../labels.ts'
import { asStaffError, type StaffError, staffCall } from '../staff-call.ts'
import { FieldRow, StaffActions, StaffForm, StaffInput, StaffSelect, StaffText } from '../staff-field.tsx'
import { StaffSection } from '../staff-page.tsx'
import { RefusalNotice, useStaffAction } from '../use-staff-action.tsx'
import { Differences } from './differences.tsx'
import type { ReadForm } from './editable-rows.tsx'
import styles from './form.module.css'
import { SampleDifferences } from './sample-differences.tsx'
import { WhoHasBegun } from './who-has-begun.tsx'

type Checked = StaffReply<'checkForm'>

type PublishingProps = {
  read: ReadForm
  mayPublish: boolean
  action: ReturnType<typeof useStaffAction>
  /** The way to a place that the check names; undefined where nothing can be edited. */
  wayTo: (place: string) => (() => void) | undefined
}

/** What applicants read otherwise since a release, or no longer read, though the office has published nothing. */
export const ReleaseChanges = ({ release: { over, now, changes } }: Pick<ReadForm, 'release'>) =>
  changes.length > 0 && (
    <Notice
      title={
        over === now
          ? say('Some of what you published has no place in this release')
          : say('This release has version {now} of the form. What you published was made over version {over}', {
              now,
              over,
            })
      }
    >
      <p>{say('Applicants see the form of this release with your changes. Publish again once you have looked:')}</p>
      <ul className={styles.differences}>
        {changes.map((each) => (
          <li key={each} translate="no">
            {each}
          </li>
        ))}
      </ul>
    </Notice>
  )

/** Checks the draft, and publishes exactly what was checked. */
export function Publishing({ read, mayPublish, action, wayTo }: PublishingProps) {
  const [checked, setChecked] = useState<Checked & { readonly revision: number }>()
  const [problem, setProblem] = useState<StaffError>()
  const { revision, changes } = read.draft
  const check = async (of?: string) => {
    setProblem(undefined)
    try {
      const found = await staffCall('checkForm', {})
      // Of a draft that somebody else has changed meanwhile this page knows nothing.
      setChecked({ ...found, revision: of === undefined || of === found.of ? revision : -1 })
    } catch (error) {
      setProblem(asStaffError(error))
    }
  }
  const isCurrent = checked?.revision === revision && changes.length > 0
  useWhileCounting(isCurrent ? checked : undefined, check)
  return (
    <StaffSection title={say('Check and publish')} narrow>
      <RefusalNotice problem={problem} />
      <StaffActions>
        <Button variant="outline" disabled={changes.length === 0} onClick={() => void check()}>
          {say('Check the draft')}
        </Button>
      </StaffActions>
      {checked && !isCurrent && changes.length > 0 && <p>{say('Something was changed since. Check again.')}</p>}
      <Status>{checked && isCurrent && <p>{resultOf(checked)}</p>}</Status>
      {checked && isCurrent && <Findings checked={checked} wayTo={wayTo} />}
      {checked?.begun && isCurrent && <WhoHasBegun begun={checked.begun} />}
      {checked && isCurrent && !isStopped(checked) && <SampleDifferences key={checked.of} of={checked.of} />}
      {checked && isCurrent && mayPublish && !isStopped(checked) && (
        <Publish checked={checked} timeZone={read.time_zone} action={action} />
      )}
      {action.notices /* below what was pressed: what was found may be longer than the window */}
      {checked && isCurrent && !mayPublish && <p>{say('Ask a registrar to publish this.')}</p>}
    </StaffSection>
  )
}

const AGAIN_AFTER = 3_000 // ms

/** Asks again while who has begun is being counted. */
function useWhileCounting(checked: Checked | undefined, check: (of: string) => Promise<void>): void {
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    if (!checked?.begun || checked.begun.counted_at !== null) return
    const timer = setTimeout(() => void latest.current(checked.of), AGAIN_AFTER)
    return () => clearTimeout(timer)
  }, [checked])
}

/** What a check found, in one breath: who listens hears no list of a hundred lines that has just come. */
function resultOf({ findings, differences, begun }: Checked): string {
  const stopped = findings.filter(({ grade }) => grade === 'stopped').length
  if (stopped > 0)
    return sayCount(
      stopped,
      'One thing must be put right before this can be published.',
      '{count} things must be put right before this can be published.',
    )
  const found =
    findings.length === 0
      ? say('The check found nothing.')
      : sayCount(
          findings.length,
          'One thing to read, and nothing that keeps this from being published.',
          '{count} things to read, and nothing that keeps this from being published.',
        )
  const counted =
    begun && (begun.counted_at === null ? say('Who has begun is being counted.') : say('Who has begun is counted.'))
  return [found, sayDiffering(differences.length), counted].filter(Boolean).join(' ')
}

const sayDiffering = (count: number) =>
  sayCount(count, 'One text will read otherwise.', '{count} texts will read otherwise.')

const isStopped = ({ findings }: Checked) => findings.some(({ grade }) => grade === 'stopped')

type FindingsProps = Pick<PublishingProps, 'wayTo'> & { checked: Checked }

function Findings({ checked: { findings, differences }, wayTo }: FindingsProps) {
  return (
    <>
      {findings.length > 0 && (
        <ul className={styles.findings} aria-label={say('What the check found')}>
          {findings.map((each) => (
            <li key={each.place + each.says} data-grade={each.grade}>
              <strong>{gradeLabels[each.grade]}</strong> <span translate="no">{each.says}</span>{' '}
              <ShowIt says={each.says} show={wayTo(each.place)} />
            </li>
          ))}
        </ul>
      )}
      {differences.length > 0 && <h3>{say('What will read otherwise')}</h3>}
      <Differences differences={differences} />
    </>
  )
}

/** Goes to where it can be changed. */
const ShowIt = ({ says, show }: { says: string; show: (() => void) | undefined }) =>
  show && (
    <Button variant="quiet" size="small" aria-label={say('Show it: {finding}', { finding: says })} onClick={show}>
      {say('Show it')}
    </Button>
  )

const gradeLabels: Readonly<Record<Finding['grade'], string>> = {
  free: 'Good.',
  told: 'To know:',
  careful: 'With care:',
  stopped: 'Stops:',
}

type PublishProps = Pick<PublishingProps, 'action'> & { checked: Checked; timeZone: string }

/** What an edition is about, until somebody says it better: its first difference, and how many more there are. */
function titleFrom([first, ...more]: readonly EditionDifference[]): string {
  if (!first) return ''
  const facts = [
    first.name,
    first.is === '' ? say('taken out') : first.is,
    more.length === 0 ? '' : sayCount(more.length, '1 more', '{count} more'),
  ]
  return facts
    .filter((each) => each !== '')
    .join(' · ')
    .slice(0, MOST_OF_A_TITLE)
    .trim()
}

const MOST_OF_A_TITLE = 100

function Publish({ checked, timeZone, action }: PublishProps) {
  const [title, setTitle] = useState(() => titleFrom(checked.differences))
  const [reason, setReason] = useState('')
  const [time, setTime] = useState('')
  const isSigned = checked.findings.some(({ grade }) => grade === 'careful')
  const publish = () =>
    action.run(() =>
      staffCall('publishForm', {
        of: checked.of,
        title: title.trim(),
        reason: reason.trim(),
        takes_effect: time === '' ? null : time,
      }),
    )
  return (
    <StaffForm onSend={publish}>
      <StaffInput
        label={say('What this edition is about')}
        required
        maxLength={MOST_OF_A_TITLE}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <StaffText
        label={say('Why, for the record')}
        {...(isSigned && { hint: say('Needed, because this changes what applicants sign.'), required: true })}
        rows={2}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FieldRow>
        <StaffInput
          label={say('Takes effect')}
          hint={say('Leave it empty for now. The clock of {zone} counts.', { zone: timeZone })}
          type="datetime-local"
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
      </FieldRow>
      <StaffActions>
        <Button type="submit" busy={action.busy}>
          {time === '' ? say('Publish now') : say('Publish for this time')}
        </Button>
      </StaffActions>
    </StaffForm>
  )
}

/** What differs between any two editions, or an edition and the draft. */
function Comparison({ editions }: { editions: readonly ListedEdition[] }) {
  const named = editions.map(
    ({ number, title }) => [String(number), say('Edition {number}: {title}', { number, title }), 'given'] as const,
  )
  const [from, setFrom] = useState(named.at(-1)?.[0] ?? '')
  const [to, setTo] = useState('')
  const [compared, setCompared] = useState<readonly EditionDifference[]>()
  const [problem, setProblem] = useState<StaffError>()
  const compare = async () => {
    setProblem(undefined)
    try {
      const between = { from: Number(from), to: to === '' ? null : Number(to) }
      setCompared((await staffCall('compareForm', between)).differences)
    } catch (error) {
      setProblem(asStaffError(error))
    }
  }
  return (
    <StaffForm className={styles.compare} onSend={() => void compare()}>
      <FieldRow>
        <StaffSelect label={say('Compare edition')} value={from} options={named} onPick={setFrom} />
        <StaffSelect label={say('With')} value={to} options={[['', say('The draft')], ...named]} onPick={setTo} />
      </FieldRow>
      <StaffActions>
        <Button type="submit" variant="outline" size="small">
          {say('Show what differs')}
        </Button>
      </StaffActions>
      <RefusalNotice problem={problem} />
      <Status>
        {compared && (
          <p>
            {compared.length === 0
              ? say('They read the same.')
              : sayCount(compared.length, 'One text differs.', '{count} texts differ.')}
          </p>
        )}
      </Status>
      {compared && <Differences differences={compared} />}
    </StaffForm>
  )
}

/** Everything that was published, newest first, with what differs from the edition before it. */
export function Editions({ read, mayPublish }: { read: ReadForm; mayPublish: boolean }) {
  const action = useStaffAction('form')
  const [back, setBack] = useState<ListedEdition>()
  const [reason, setReason] = useState('')
  return (
    <StaffSection title={say('Editions')}>
      {action.notices}
      <Comparison editions={read.editions} />
      <ol className={styles.editions} reversed>
        {read.editions.map((edition) => (
          <li key={edition.number} data-edition={edition.number}>
            <h3>
              <span>
                {sentence('Edition {number}: {title}', { number: String(edition.number), title: edition.title })}
              </span>{' '}
              <span className={styles.mark}>{stateLabels[edition.state]}</span>
            </h3>
            <p>{publishedBy(edition)}</p>
            {edition.form_version !== read.release.now && (
              <p>{sentence('Made over version {version} of the form.', { version: edition.form_version })}</p>
            )}
            {edition.reason !== '' && <p translate="no">{edition.reason}</p>}
            {edition.differences.length > 0 && (
              <details className={styles.group}>
                <summary>
                  {sayCount(
                    edition.differences.length,
                    '1 difference to the one before',
                    '{count} differences to the one before',
                  )}
                </summary>
                <Differences differences={edition.differences} />
              </details>
            )}
            {mayPublish && (
              <StaffActions>
                {edition.state === 'waits_for_person' && (
                  <Button
                    size="small"
                    busy={action.busy}
                    onClick={() => action.run(() => staffCall('confirmEdition', undefined, edition.number))}
                  >
                    {sentence('Confirm edition {number}', { number: String(edition.number) })}
                  </Button>
                )}
                {(edition.state === 'waits_for_person' || edition.state === 'waits_for_time') && (
                  <Button
                    variant="outline"
                    size="small"
                    busy={action.busy}
                    onClick={() => action.run(() => staffCall('callOffEdition', undefined, edition.number))}
                  >
                    {sentence('Call off edition {number}', { number: String(edition.number) })}
                  </Button>
                )}
                {edition.state === 'earlier' && (
                  <Button variant="outline" size="small" onClick={() => setBack(edition)}>
                    {sentence('Go back to edition {number}', { number: String(edition.number) })}
                  </Button>
                )}
              </StaffActions>
            )}
          </li>
        ))}
      </ol>
      <Dialog
        open={back !== undefined}
        onClose={() => setBack(undefined)}
        size="s"
        header={sentence('Go back to edition {number}?', { number: String(back?.number ?? '') })}
        description={
          <>
            <Notice title={say('Everything reads as it did then. The draft stays, and so does every answer.')} />
            <StaffText
              label={say('Why, for the record')}
              rows={2}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </>
        }
        actions={
          <>
            <Button
              busy={action.busy}
              onClick={() => {
                const to = back?.number ?? 0
                setBack(undefined)
                action.run(() => staffCall('rollBackForm', { to, reason: reason.trim() }))
              }}
            >
              {say('Go back')}
            </Button>
            <Button variant="outline" onClick={() => setBack(undefined)}>
              {say('Cancel')}
            </Button>
          </>
        }
      />
    </StaffSection>
  )
}

export const stateLabels: Readonly<Record<ListedEdition['state'], string>> = {
  active: 'In effect',
  waits_for_time: 'Waits for its time',
  waits_for_person: 'Waits for a second person',
  earlier: 'Earlier',
  called_off: 'Called off',
}

/** When an edition was published, and by whom. */
export function publishedBy({ published_by, confirmed_by, published_at, takes_effect_at, state }: ListedEdition) {
  const values = {
    time: formatTime(state === 'waits_for_time' ? takes_effect_at : published_at),
    name: published_by ?? '',
    other: confirmed_by ?? '',
  }
  if (state === 'waits_for_time') return sentence('Takes effect {time}. Published by {name}.', values)
  if (published_by === null) return sentence('Made of institution.json {time}.', values)
  return confirmed_by === null
    ? sentence('Published {time} by {name}.', values)
    : sentence('Published {time} by {name}, confirmed by {other}.', values)
}
