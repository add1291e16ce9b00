import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffReply } from '../../../api/index.ts'
import { Button, Dialog, sentence } from '../../parts/index.ts'
import { formatTime } from './format-time.ts'
import { Loaded } from './loaded.tsx'
import { MakeToken } from './make-token.tsx'
import { PageTitle } from './page-title.tsx'
import { staffCall } from './staff-call.ts'
import { StaffSection } from './staff-section.tsx'
import { type Columns, StaffTable } from './staff-table.tsx'
import { useDeed } from './use-deed.tsx'

type Token = StaffReply<'listTokens'>['tokens'][number]

/** The tokens with which other systems read applications by themselves. */
export function TokensPage() {
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => staffCall('listTokens') })
  const [ending, setEnding] = useState<Token>()
  const deed = useDeed('tokens')
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
      {deed.notices}
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
              busy={deed.busy}
              onClick={() => {
                const { name } = ending ?? { name: '' }
                setEnding(undefined)
                deed.run(() => staffCall('endToken', { name }))
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
