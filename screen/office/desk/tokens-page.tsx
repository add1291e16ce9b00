import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { type ExportRight, exportRights } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Dialog, given, Notice, sentence } from '../../parts/index.ts'
import styles from './desk.module.css'
import { exportRightLabels, formatTime } from './labels.ts'
import { staffCall } from './staff-call.ts'
import { FieldRow, StaffActions, StaffInput, StaffTick, StaffTicks } from './staff-field.tsx'
import { Loaded, PageTitle, StaffSection } from './staff-page.tsx'
import { type Columns, StaffTable } from './staff-table.tsx'
import { useStaffAction } from './use-staff-action.tsx'

type Token = StaffReply<'listTokens'>['tokens'][number]

/** The tokens with which other systems read applications by themselves. */
export function TokensPage() {
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => staffCall('listTokens') })
  const [ending, setEnding] = useState<Token>()
  const action = useStaffAction('tokens')
  const columns: Columns<Token> = [
    ['Name', ({ name, is_sandbox }) => (is_sandbox ? sentence`${name} (sandbox)` : sentence`${name}`)],
    ['May', ({ rights }) => rights.join(', ')],
    ['From', ({ networks }) => networks.join(', ') || 'Everywhere'],
    ['Made by', ({ by }) => sentence`${by}`],
    ['State', ({ state, until }) => `${stateLabels[state]} ${formatTime(until)}`],
    ['Last used', ({ last_used_at }) => formatTime(last_used_at) || 'Never'],
    [
      'Action',
      (token) =>
        token.state === 'ended' ? null : (
          <Button variant="outline" size="small" aria-label={`End ${token.name}`} onClick={() => setEnding(token)}>
            End
          </Button>
        ),
    ],
  ]
  return (
    <>
      <PageTitle title="Tokens" />
      {action.notices}
      <MakeToken />
      <StaffSection title="Made so far">
        <Loaded query={tokens}>
          {({ tokens: all }) =>
            all.length === 0 ? (
              <p>No tokens yet.</p>
            ) : (
              <StaffTable caption="Tokens" columns={columns} rows={all} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </StaffSection>
      <Dialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        size="xs"
        header={sentence`End ${ending?.name ?? ''}?`}
        description="The system that has it can read nothing any more, at once."
        actions={
          <>
            <Button
              variant="danger"
              busy={action.busy}
              onClick={() => {
                const { name } = ending ?? { name: '' }
                setEnding(undefined)
                action.run(() => staffCall('endToken', { name }))
              }}
            >
              End it
            </Button>
            <Button variant="outline" onClick={() => setEnding(undefined)}>
              Cancel
            </Button>
          </>
        }
      />
    </>
  )
}

const stateLabels: Readonly<Record<Token['state'], string>> = {
  valid: 'Valid until',
  expired: 'Expired',
  ended: 'Ended',
}

type Made = StaffReply<'makeToken'>

/** Makes a token, and shows it once: only its hash is stored. */
function MakeToken() {
  const [name, setName] = useState('')
  const [rights, setRights] = useState<Rights>(new Set(['changes']))
  const [networks, setNetworks] = useState('')
  const [days, setDays] = useState('90')
  const [sandbox, setSandbox] = useState(false)
  const [made, setMade] = useState<Made>()
  const action = useStaffAction('tokens')
  const make = async () => {
    const token = await staffCall('makeToken', {
      name: name.trim(),
      rights: exportRights.filter((right) => rights.has(right)),
      networks: networks.split(/[\s,]+/).filter((each) => each !== ''),
      days: Number(days),
      sandbox,
    })
    setMade(token)
    setName('')
    return { message: `${given(token.name)} was made.` }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setMade(undefined)
    action.run(make)
  }
  return (
    <StaffSection title="Make a token" narrow>
      <form onSubmit={submit}>
        <FieldRow>
          <StaffInput
            label="Name of the system"
            hint="Lower-case letters, digits and hyphens"
            required
            maxLength={31}
            pattern="[a-z][a-z0-9\-]*"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <StaffInput
            label="Networks"
            hint="Such as 192.0.2.0/24. Empty for everywhere"
            value={networks}
            onChange={({ target }) => setNetworks(target.value)}
          />
          <StaffInput
            label="Days"
            hint="1 to 365"
            type="number"
            required
            min={1}
            max={365}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </FieldRow>
        <Rights rights={rights} onChange={setRights} />
        <StaffTick
          label="Made-up applications only (sandbox)"
          checked={sandbox}
          onChange={() => setSandbox(!sandbox)}
        />
        <StaffActions>
          <Button type="submit" busy={action.busy} disabled={rights.size === 0}>
            Make it
          </Button>
        </StaffActions>
      </form>
      {action.notices}
      {made && <ShownToken made={made} onHide={() => setMade(undefined)} />}
    </StaffSection>
  )
}

/** The token, for as long as the page is open. */
const ShownToken = ({ made: { token, expires_at }, onHide }: { made: Made; onHide: () => void }) => (
  <Notice title="Keep it now: it is not shown again">
    <p>
      <code className={styles.token} translate="no">
        {token}
      </code>
    </p>
    <p>{`Valid until ${formatTime(expires_at)}`}</p>
    <StaffActions>
      <Button variant="outline" size="small" onClick={onHide}>
        Hide
      </Button>
    </StaffActions>
  </Notice>
)

type Rights = ReadonlySet<ExportRight>

function Rights({ rights, onChange }: { rights: Rights; onChange: (rights: Rights) => void }) {
  const tick = (right: ExportRight) => {
    const next = new Set(rights)
    if (!next.delete(right)) next.add(right)
    onChange(next)
  }
  return (
    <StaffTicks legend="What it may do">
      {exportRights.map((right) => (
        <StaffTick
          key={right}
          label={exportRightLabels[right]}
          checked={rights.has(right)}
          onChange={() => tick(right)}
        />
      ))}
    </StaffTicks>
  )
}
