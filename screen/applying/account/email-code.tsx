import { useEffect } from 'react'
import type { Reply } from '../../../api/index.ts'
import { emailCodeForm } from '../../../form/index.ts'
import { LinkButton, useToast } from '../../parts/index.ts'
import { AccountForm } from './account-form.tsx'
import type { AccountHelp } from './account-help.ts'
import { useCardAction } from './use-card-action.ts'

type EmailCodeProps = {
  pending: NonNullable<Reply<'emailChange'>['pending']>
  help: AccountHelp
  onOther: () => void
  onRenamed: (username: string) => void
  onClose: () => void
}

/** Asks for the code that was mailed to a new address, on the device that asked for the change or on another one. */
export function EmailCode({ pending, help, onOther, onRenamed, onClose }: EmailCodeProps) {
  const showToast = useToast()
  const done = (text: string) => {
    showToast({ severity: 'success', text })
    onClose()
  }
  const [, cancel] = useCardAction('Change Email Address Error', async () => {
    done((await help.call('cancelEmailChange')).message)
  })
  // The form before has gone, with the focus that was in it.
  useEffect(() => document.getElementById('email-code')?.focus(), [])
  return (
    <>
      <p id="email-code" tabIndex={-1}>
        <span>We emailed a 6-digit code to</span> <strong translate="no">{pending.username}</strong>
        <span>. It works until</span> <span>{time.format(new Date(pending.valid_until))}</span>
        <span>.</span>
      </p>
      <AccountForm
        form={emailCodeForm}
        name="Change Email Address"
        onSubmit={async (read) => {
          const { message, username } = await help.call('confirmEmailChange', { code: read('code') })
          onRenamed(username)
          done(message)
        }}
        around={(drawn) => drawn}
      />
      <p>
        <span>No email? Check your spam folder, or</span> <LinkButton onClick={onOther}>send a new code</LinkButton>{' '}
        <span>to this or another address.</span>
      </p>
      <p>
        <span>Changed your mind?</span> <LinkButton onClick={cancel}>Keep your old address</LinkButton>
      </p>
    </>
  )
}

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
