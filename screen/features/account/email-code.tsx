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
        We emailed a 6-digit code to <strong>{pending.username}</strong>. It works until{' '}
        {time.format(new Date(pending.valid_until))}.
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
        No email? Check your spam folder, or <LinkButton onClick={onOther}>send a new code</LinkButton> to this or
        another address.
      </p>
      <p>
        Changed your mind? <LinkButton onClick={cancel}>Keep your old address</LinkButton>
      </p>
    </>
  )
}

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
