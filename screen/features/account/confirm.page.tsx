import { useNavigate } from 'react-router'
import { confirmForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { AccountCard } from './account-card.tsx'
import { ResendCode } from './resend-code.tsx'
import { useCarried } from './use-carried.ts'

/** /confirm; the address comes from sign-up in navigation state (specification §2). */
export function ConfirmPage() {
  const { username, onward } = useCarried()
  const navigate = useNavigate()
  return (
    <AccountCard
      form={confirmForm}
      name="Confirm Account Card"
      filled={{ username }}
      lead={
        <p>
          We sent a code of 6 numbers to{' '}
          {username ? <strong>{username}</strong> : 'the email address you signed up with'}.
        </p>
      }
      foot={
        <p>
          No mail yet? Look in the spam folder, or <ResendCode onward={onward}>resend the code</ResendCode>
        </p>
      }
      onSubmit={async (read) => {
        const given = read('username')
        const { message } = await call('confirm', { username: given, code: read('code').trim() })
        await navigate('/login', { state: { ...onward, username: given, successMessage: message } })
      }}
    />
  )
}
