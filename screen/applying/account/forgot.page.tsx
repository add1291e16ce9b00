import { useEffect, useId, useRef, useState } from 'react'
import { say, toSay } from '../../../engine/index.ts'
import { forgotForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { Button, LinkButton, Notice, SaidAgain, useToast } from '../../parts/index.ts'
import { Link } from '../../router/index.ts'
import styles from './account.module.css'
import { AccountCard, RememberedPassword, useNavigationState } from './account-card.tsx'
import { CardFrame } from './card-frame.tsx'
import { type CardFailure, useCardAction } from './use-card-action.tsx'

const ERROR_TITLE = toSay('Forgot Password Card Error')

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
    return (
      <LinkSent
        errorTitle={say(ERROR_TITLE)}
        address={address}
        onAgain={() => send(address)}
        onOther={() => setSent(false)}
      />
    )
  return (
    <AccountCard
      form={forgotForm}
      errorTitle={say(ERROR_TITLE)}
      filled={{ username: address }}
      focus={address !== username && 'username'}
      lead={say('Enter your email and we’ll send you a link to reset your password.')}
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
  /** The title of its error toasts (8.auth-submit.1). */
  errorTitle: string
  address: string
  onAgain: () => Promise<void>
  onOther: () => void
}

/** What /forgot shows once the link is mailed, instead of the form. */
export function LinkSent({ errorTitle, address, onAgain, onOther }: LinkSentProps) {
  const { onward } = useNavigationState()
  const [failure, setFailure] = useState<CardFailure>()
  const [busy, sendAgain] = useCardAction(errorTitle, onAgain, setFailure)
  const failureId = useId()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={page}>
      <CardFrame title={say('Check your email')} lead={<span translate="no">{address}</span>}>
        <div className={styles.words}>
          <p>{say('We sent you a link to choose a new password. It works once, for one hour.')}</p>
          <p>{say('No email? Check your spam folder, and make sure the address is right.')}</p>
          {failure && (
            <Notice kind="error" id={failureId}>
              <p>
                <SaidAgain>{failure.text}</SaidAgain>
              </p>
            </Notice>
          )}
        </div>
        <div className={styles.actions}>
          <Button variant="outline" busy={busy} aria-describedby={failure && failureId} onClick={sendAgain}>
            {say('Send it again')}
          </Button>
          <LinkButton onClick={onOther}>{say('Use another address')}</LinkButton>
        </div>
        <div className={styles.foot}>
          <Link to="/login" state={{ ...onward, username: address }}>
            {say('Back to log in')}
          </Link>
        </div>
      </CardFrame>
    </div>
  )
}
