import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExportRight, exportRightLabels, exportRights, GUARDED_DAYS, isGuarded } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { Button, Dialog, given, Notice, sentence } from '../../parts/index.ts'
import styles from './desk.module.css'
import { formatTime, listed } from './labels.ts'
import { staffCall, useStaff } from './staff-call.ts'
import { FieldRow, StaffActions, StaffForm, StaffInput, StaffTick, StaffTicks } from './staff-field.tsx'
import { Loaded, PageTitle, StaffSection } from './staff-page.tsx'
import { type Columns, StaffTable } from './staff-table.tsx'
import { useStaffAction } from './use-staff-action.tsx'

type Token = StaffReply<'listTokens'>['tokens'][number]

/** The tokens with which other systems read applications by themselves. */
export function TokensPage() {
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => staffCall('listTokens') })
  const [ending, setEnding] = useState<Token>()
  const { may } = useStaff()
  const action = useStaffAction('tokens')
  const columns: Columns<Token> = [
    [
      'Name',
      ({ name, is_sandbox }) => (is_sandbox ? sentence('{name} (sandbox)', { name }) : sentence('{name}', { name })),
    ],
    ['May', ({ rights }) => listed(rights)],
    ['From', ({ networks }) => listed(networks) || 'Everywhere'],
    ['For', ({ purpose }) => sentence('{purpose}', { purpose })],
    ['Made by', madeBy],
    ['State', ({ state, until }) => `${stateLabels[state]} ${formatTime(until)}`],
    ['Last used', ({ last_used_at }) => formatTime(last_used_at) || 'Never'],
    [
      'Action',
      (token) =>
        token.state === 'ended' ? null : (
          <StaffActions>
            {token.state === 'waiting' && !token.is_own && may('administer') && (
              <TokenButton
                words={say('Confirm')}
                token={token}
                onPress={() => action.run(() => staffCall('confirmToken', { name: token.name }))}
              />
            )}
            {token.state !== 'expired' && !token.is_own && may('export') && (
              <TokenButton
                words={say('Take over')}
                token={token}
                onPress={() => action.run(() => staffCall('takeOverToken', { name: token.name }))}
              />
            )}
            <TokenButton words={say('End')} token={token} onPress={() => setEnding(token)} />
          </StaffActions>
        ),
    ],
  ]
  return (
    <>
      <PageTitle title={say('Tokens')} />
      {action.notices}
      {may('export') && <MakeToken />}
      <StaffSection title={say('Made so far')}>
        <Loaded query={tokens}>
          {({ tokens: all }) =>
            all.length === 0 ? (
              <p>{say('No tokens yet.')}</p>
            ) : (
              <StaffTable caption={say('Tokens')} columns={columns} rows={all} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </StaffSection>
      <Dialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        size="xs"
        header={sentence('End {name}?', { name: ending?.name ?? '' })}
        description={say('The system that has it can read nothing any more, at once.')}
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
              {say('End it')}
            </Button>
            <Button variant="outline" onClick={() => setEnding(undefined)}>
              {say('Cancel')}
            </Button>
          </>
        }
      />
    </>
  )
}

const TokenButton = ({ words, token, onPress }: { words: string; token: Token; onPress: () => void }) => (
  <Button variant="outline" size="small" aria-label={`${words} ${token.name}`} onClick={onPress}>
    {words}
  </Button>
)

/** Who made it, whose access it ends with if that is somebody else now, and who confirmed it. */
function madeBy({ by, owner, confirmed_by }: Token) {
  const isTaken = owner !== '' && owner !== by
  if (confirmed_by === '') return isTaken ? sentence('{by}, now {owner}’s', { by, owner }) : sentence('{by}', { by })
  return isTaken
    ? sentence('{by}, now {owner}’s, confirmed by {other}', { by, owner, other: confirmed_by })
    : sentence('{by}, confirmed by {other}', { by, other: confirmed_by })
}

const stateLabels: Readonly<Record<Token['state'], string>> = {
  waiting: 'Not confirmed, until',
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
  const [purpose, setPurpose] = useState('')
  const [sandbox, setSandbox] = useState(false)
  const [made, setMade] = useState<Made>()
  const action = useStaffAction('tokens')
  const guarded = !sandbox && isGuarded([...rights])
  const longest = guarded ? GUARDED_DAYS : 365
  const make = async () => {
    const token = await staffCall('makeToken', {
      name: name.trim(),
      rights: exportRights.filter((right) => rights.has(right)),
      networks: networks.split(/[\s,]+/).filter((each) => each !== ''),
      purpose: purpose.trim(),
      days: Number(days),
      sandbox,
    })
    setMade(token)
    setName('')
    setPurpose('')
    return {
      message: token.is_waiting
        ? say('{token} was made. It reads nothing until an administrator other than you confirms it.', {
            token: given(token.name),
          })
        : say('{token} was made.', { token: given(token.name) }),
    }
  }
  const submit = () => {
    setMade(undefined)
    action.run(make)
  }
  return (
    <StaffSection title={say('Make a token')} narrow>
      <StaffForm onSend={submit}>
        <FieldRow>
          <StaffInput
            label={say('Name of the system')}
            hint={say('Lower-case letters, digits and hyphens')}
            required
            maxLength={31}
            pattern="[a-z][a-z0-9\-]*"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <StaffInput
            label={say('Networks')}
            hint={guarded ? say('Such as 192.0.2.0/24') : say('Such as 192.0.2.0/24. Empty for everywhere')}
            required={guarded}
            value={networks}
            onChange={({ target }) => setNetworks(target.value)}
          />
          <StaffInput
            label={say('Days')}
            hint={say('1 to {longest}', { longest })}
            type="number"
            required
            min={1}
            max={longest}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </FieldRow>
        <StaffInput
          label={say('What is it for?')}
          hint={say('Such as “nightly load of the student system”')}
          required={guarded}
          maxLength={500}
          value={purpose}
          onChange={({ target }) => setPurpose(target.value)}
        />
        <Rights rights={rights} onChange={setRights} />
        <StaffTick
          label={say('Made-up applications only (sandbox)')}
          checked={sandbox}
          onChange={() => setSandbox(!sandbox)}
        />
        {guarded && (
          <p>
            {say(
              'An administrator other than you must confirm it, and it ends with your access. Each number it reads is recorded.',
            )}
          </p>
        )}
        <StaffActions>
          <Button type="submit" busy={action.busy} disabled={rights.size === 0}>
            {say('Make it')}
          </Button>
        </StaffActions>
      </StaffForm>
      {action.notices}
      {made && <ShownToken made={made} onHide={() => setMade(undefined)} />}
    </StaffSection>
  )
}

/** The token, for as long as the page is open. */
const ShownToken = ({ made: { token, expires_at }, onHide }: { made: Made; onHide: () => void }) => (
  <Notice title={say('Keep it now: it is not shown again')}>
    <p>
      <code className={styles.token} translate="no">
        {token}
      </code>
    </p>
    <p>{say('Valid until {time}', { time: formatTime(expires_at) })}</p>
    <StaffActions>
      <Button variant="outline" size="small" onClick={onHide}>
        {say('Hide')}
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
    <StaffTicks legend={say('What it may do')}>
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
