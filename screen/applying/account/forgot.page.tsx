import { useEffect, useId, useRef, useState } from 'react'
import { forgotForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { Button, LinkButton, Notice, useToast } from '../../parts/index.ts'
import { Link } from '../../router/index.ts'
import styles from './account.module.css'
import { AccountCard, RememberedPassword, useNavigationState } from './account-card.tsx'
import { CardFrame } from './card-frame.tsx'
import { type CardFailure, useCardAction } from './use-card-action.tsx'

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

type LinkSentProps = {
  /** Its error toasts are titled '<name> Error' (8.auth-submit.1). */
  name: string
  address: string
  onAgain: () => Promise<void>
  onOther: () => void
}

/** What /forgot shows once the link is mailed, instead of the form. */
export function LinkSent({ name, address, onAgain, onOther }: LinkSentProps) {
  const { onward } = useNavigationState()
  const [failure, setFailure] = useState<CardFailure>()
  const [busy, sendAgain] = useCardAction(`${name} Error`, onAgain, setFailure)
  const failureId = useId()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={page}>
      <CardFrame title="Check your email" lead={<span translate="no">{address}</span>}>
        <div className={styles.words}>
          <p>We sent you a link to choose a new password. It works once, for one hour.</p>
          <p>No email? Check your spam folder, and make sure the address is right.</p>
          {failure && (
            <Notice kind="error" id={failureId}>
              <p>{failure.text}</p>
            </Notice>
          )}
        </div>
        <div className={styles.actions}>
          <Button variant="outline" busy={busy} aria-describedby={failure && failureId} onClick={sendAgain}>
            Send it again
          </Button>
          <LinkButton onClick={onOther}>Use another address</LinkButton>
        </div>
        <div className={styles.foot}>
          <Link to="/login" state={{ ...onward, username: address }}>
            Back to log in
          </Link>
        </div>
      </CardFrame>
    </div>
  )
}
