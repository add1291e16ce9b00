import { useState } from 'react'
import { forgotForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { useToast } from '../../parts/index.ts'
import { AccountCard } from './account-card.tsx'
import { LinkSent } from './link-sent.tsx'
import { RememberedPassword } from './remembered-password.tsx'
import { useNavigationState } from './use-navigation-state.ts'

const NAME = 'Forgot Password Card'

/** /forgot (requirement 2.routes.11). */
export function ForgotPage() {
  const { username } = useNavigationState()
  const showToast = useToast()
  const [address, setAddress] = useState(username)
  const [isSent, setSent] = useState(false)
  const send = async (to: string) => {
    const { message } = await call('forgotPassword', { username: to })
    showToast({ severity: 'success', text: message, isRepeated: true })
  }
  if (isSent && address !== undefined)
    return <LinkSent name={NAME} address={address} onAgain={() => send(address)} onOther={() => setSent(false)} />
  return (
    <AccountCard
      form={forgotForm}
      name={NAME}
      filled={{ username: address }}
      focus={address !== username && 'username'}
      lead="Enter your email and we’ll send you a link to reset your password."
      foot={<RememberedPassword />}
      onSubmit={async (read) => {
        const to = read('username')
        await send(to)
        setAddress(to)
        setSent(true)
      }}
    />
  )
}
