import { type SubmitEvent, useState } from 'react'
import { type ExportRight, exportRights } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Notice } from '../../parts/index.ts'
import styles from './desk.module.css'
import { formatTime } from './format-time.ts'
import { exportRightLabels } from './labels.ts'
import { staffCall } from './staff-call.ts'
import { FieldRow, StaffActions, StaffInput, StaffTick, StaffTicks } from './staff-field.tsx'
import { StaffSection } from './staff-section.tsx'
import { useDeed } from './use-deed.tsx'

type Made = StaffReply<'makeToken'>

/** Makes a token, and shows it once: only its hash is stored. */
export function MakeToken() {
  const [name, setName] = useState('')
  const [rights, setRights] = useState<Rights>(new Set(['changes']))
  const [networks, setNetworks] = useState('')
  const [days, setDays] = useState('90')
  const [sandbox, setSandbox] = useState(false)
  const [made, setMade] = useState<Made>()
  const deed = useDeed('tokens')
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
    return { message: `${token.name} was made.` }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setMade(undefined)
    deed.run(make)
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
          <Button type="submit" busy={deed.busy} disabled={rights.size === 0}>
            Make it
          </Button>
        </StaffActions>
      </form>
      {deed.notices}
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
