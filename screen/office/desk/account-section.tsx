import type { StaffReply } from '../../../api/index.ts'
import { Button, useAction } from '../../parts/index.ts'
import type { Outcome } from './bulk-change.tsx'
import { sentenceOf, staffCall } from './staff-call.ts'
import { StaffActions } from './staff-field.tsx'
import { StaffSection } from './staff-section.tsx'

type AccountSectionProps = {
  application: Pick<StaffReply<'readApplication'>, 'id' | 'email'>
  onDone: (outcome: Outcome) => Promise<void>
}

/** Help for an applicant who calls and can't log in, or has lost a phone. */
export function AccountSection({ application: { id, email }, onDone }: AccountSectionProps) {
  const [busy, help] = useAction(async (what: 'password_link' | 'end_sessions') =>
    onDone(
      await staffCall('helpWithAccount', { what }, id).then(
        ({ message }) => ({ text: message, isError: false }),
        (error: unknown) => ({ text: sentenceOf(error), isError: true }),
      ),
    ),
  )
  return (
    <StaffSection title="Account" narrow>
      <p>
        <span>The applicant logs in with</span> <span translate="no">{email}</span>
        <span>.</span>
      </p>
      <StaffActions>
        <Button variant="outline" busy={busy} onClick={() => help('password_link')}>
          Email a link for a new password
        </Button>
        <Button variant="outline" busy={busy} onClick={() => help('end_sessions')}>
          Log out everywhere
        </Button>
      </StaffActions>
    </StaffSection>
  )
}
