import { useMemo } from 'react'
import type { ListedEdition } from '../../../../api/index.ts'
import { say } from '../../../../engine/index.ts'
import { Button } from '../../../parts/index.ts'
import { formatTime } from '../labels.ts'
import { StaffActions } from '../staff-field.tsx'
import { StaffSection } from '../staff-page.tsx'
import { type Columns, StaffTable } from '../staff-table.tsx'
import { Differences } from './differences.tsx'
import type { ReadForm } from './editable-rows.tsx'
import { publishedBy, stateLabels } from './publishing.tsx'
import { outlineFor } from './questions/outline-rows.ts'
import { structureOf } from './questions/structure-draft.ts'

/** Who changed what, when and why, over all editions, and what was asked from when until when: as one list, to be printed. */
export function History({ read }: { read: ReadForm }) {
  return (
    <>
      <StaffActions>
        <Button variant="outline" size="small" onClick={() => window.print()}>
          {say('Print this history')}
        </Button>
      </StaffActions>
      <StaffSection title={say('What was changed')}>
        <StaffTable
          caption={say('All editions, the newest first')}
          columns={editionColumns}
          rows={read.editions}
          keyOf={({ number }) => number}
        />
      </StaffSection>
      <Asked read={read} />
    </>
  )
}

const editionColumns: Columns<ListedEdition> = [
  [
    say('Edition'),
    ({ number, title, state }) => (
      <>
        <strong>{number}</strong> <span translate="no">{title}</span>
        <br />
        <span>{stateLabels[state]}</span>
      </>
    ),
  ],
  [say('When and by whom'), (edition) => publishedBy(edition)],
  [say('Why'), ({ reason }) => <span translate="no">{reason}</span>],
  [say('What'), ({ differences }) => <Differences differences={differences} />],
]

type AskedRow = {
  readonly key: string
  readonly title: string
  readonly from: string
  readonly until: string
}

/** The questions of the office's own, and those of the form that it asks no more. */
function Asked({ read }: { read: ReadForm }) {
  const rows = useMemo(() => askedRows(read), [read])
  const columns: Columns<AskedRow> = [
    [say('What is asked'), ({ title }) => <span translate="no">{title}</span>],
    [say('Key in exports'), ({ key }) => <span translate="no">{key}</span>],
    [say('Asked from'), ({ from }) => from],
    [say('Asked until'), ({ until }) => until],
  ]
  return (
    <StaffSection title={say('Questions of your own, and those no longer asked')}>
      {rows.length === 0 ? (
        <p>{say('The form asks what this release asks, and nothing else.')}</p>
      ) : (
        <StaffTable caption={say('Asked from and until')} columns={columns} rows={rows} keyOf={({ key }) => key} />
      )}
    </StaffSection>
  )
}

/** What is published says with which version each question came, and which was the last that asked it. */
function askedRows({ structure: published, editions }: ReadForm): readonly AskedRow[] {
  const structure = structureOf(published)
  const { stopped = {} } = structure
  const { rows, titled } = outlineFor(structure)
  const moment = (version: string | undefined): string => {
    const number = Number(/\+(\d+)$/.exec(version ?? '')?.[1] ?? 0)
    const edition = editions.find((each) => each.number === number)
    if (edition) return say('Edition {number}, {time}', { number, time: formatTime(edition.takes_effect_at) })
    return version === undefined ? '' : say('Version {version} of the form', { version })
  }
  const ofOwn = [...rows.values()].flatMap(({ name, own }) => (own ? [{ name, id: own[0], item: own[1] }] : []))
  const ofForm = Object.keys(stopped).filter((name) => !ofOwn.some((each) => each.name === name))
  return [
    ...ofOwn.map(({ name, id, item }) => ({
      key: id,
      title: item.label,
      from: moment(item.since),
      until: Object.hasOwn(stopped, name) ? moment(stopped[name]) : say('Asked now'),
    })),
    ...ofForm.map((name) => ({
      key: name,
      title: titled(name),
      from: say('From the beginning'),
      until: moment(stopped[name]),
    })),
  ]
}
