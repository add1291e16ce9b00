import { type ReactNode, useEffect, useState } from 'react'
import type { Reply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { changeEmailForm, changePasswordForm, emailCodeForm } from '../../../form/index.ts'
import { momentInWords } from '../../client/index.ts'
import { Dialog, LinkButton, sentence, useToast } from '../../parts/index.ts'
import styles from './account.module.css'
import { AccountForm } from './account-form.tsx'
import { useCardAction } from './use-card-action.tsx'
import { type AccountHelp, Replied, useReply } from './use-reply.tsx'
import { WhatChanged, YourData, YourDevices } from './your-data.tsx'

export type AccountDialogProps = {
  name: 'applications' | 'password' | 'email' | 'devices' | 'changes' | 'data'
  /** The login name of the logged-in person; undefined for a visitor, also once the person has left. */
  username: string | undefined
  help: AccountHelp
  /** The account has another email address now. */
  onRenamed: (username: string) => void
  isSubmitted: boolean
  /** The list of this person's applications. */
  applications: ReactNode
  /** The person has deleted the account. */
  onDeleted: () => void
  onClose: () => void
}

/** The dialog that a button of the account menu opens. */
export function AccountDialog({
  name,
  username,
  help,
  isSubmitted,
  applications,
  onRenamed,
  onDeleted,
  onClose,
}: AccountDialogProps) {
  const hasLeft = username === undefined
  useEffect(() => {
    if (hasLeft) onClose() // else it would open again for the next person
  })
  if (hasLeft) return null
  switch (name) {
    case 'applications':
      return (
        <Dialog
          open
          onClose={onClose}
          header={say('Your applications')}
          description={say('One for each term you apply for.')}
        >
          {applications}
        </Dialog>
      )
    case 'password':
      return <ChangePassword username={username} help={help} onClose={onClose} />
    case 'email':
      return <ChangeEmail username={username} help={help} onRenamed={onRenamed} onClose={onClose} />
    case 'devices':
      return <YourDevices help={help} onClose={onClose} />
    case 'changes':
      return <WhatChanged help={help} onClose={onClose} />
    case 'data':
      return <YourData help={help} isSubmitted={isSubmitted} onDeleted={onDeleted} onClose={onClose} />
  }
}

type ChangePasswordProps = { username: string; help: AccountHelp; onClose: () => void }

/** Changes the password of the logged-in person on any page, without touching the answers there. */
export function ChangePassword({ username, help, onClose }: ChangePasswordProps) {
  const showToast = useToast()
  return (
    <Dialog
      open
      onClose={onClose}
      header={say('Change password')}
      description={say('You’ll stay logged in here and be logged out everywhere else.')}
    >
      <AccountForm
        form={changePasswordForm}
        errorTitle={say('Password Error')}
        newPassword={['password', 'confirm_password']}
        username={username}
        onSubmit={async (read) => {
          const { message } = await help.call('changePassword', {
            current_password: read('current_password'),
            password: read('password'),
            confirm_password: read('confirm_password'),
          })
          showToast({ severity: 'success', text: message })
          onClose()
        }}
      />
    </Dialog>
  )
}

type Pending = NonNullable<Reply<'emailChange'>['pending']>

type ChangeEmailProps = {
  username: string
  help: AccountHelp
  onRenamed: (username: string) => void
  onClose: () => void
}

/** Changes the email address of the account: asks for the new one, then for the code that is mailed to it. */
export function ChangeEmail({ username, help, onRenamed, onClose }: ChangeEmailProps) {
  const asked = useReply(() => help.call('emailChange'))
  /** The person wants to name another address than the one that waits. */
  const [other, setOther] = useState<Pending>()
  return (
    <Dialog
      open
      onClose={onClose}
      header={say('Change email address')}
      description={sentence('You log in with {username}, and we send your emails there.', {
        username: username.toLowerCase(),
      })}
    >
      <div className={styles.parts}>
        <Replied to={asked} loading={say('Looking for a change you have begun')}>
          {({ pending }) =>
            pending && pending !== other ? (
              <EmailCode
                pending={pending}
                help={help}
                onRenamed={onRenamed}
                onClose={onClose}
                onOther={() => setOther(pending)}
              />
            ) : (
              <>
                <p>{say('We’ll email a code to the new address. Nothing changes until you enter it here.')}</p>
                <AccountForm
                  form={changeEmailForm}
                  errorTitle={say('Email Error')}
                  onSubmit={async (read) => {
                    const given = { username: read('username'), current_password: read('current_password') }
                    await help.call('askEmailChange', given)
                    await asked.again()
                  }}
                />
              </>
            )
          }
        </Replied>
        <p>
          {say(
            'This doesn’t change your answers. If your application has your old address as an answer, please change it there too.',
          )}
        </p>
      </div>
    </Dialog>
  )
}

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
  const [, cancel] = useCardAction(say('Email Error'), async () => {
    done((await help.call('cancelEmailChange')).message)
  })
  // The form before has gone, with the focus that was in it. A paragraph with the focus is not read by every screen
  // reader; what describes a field is.
  useEffect(() => document.getElementById('code')?.focus(), [])
  const sent = sentence('We emailed a 6-digit code to {username}. It works until {moment}.', {
    username: <strong translate="no">{pending.username}</strong>,
    moment: <span>{momentInWords(pending.valid_until)}</span>,
  })
  return (
    <>
      <AccountForm
        form={emailCodeForm}
        errorTitle={say('Email Error')}
        note={{ key: 'code', text: sent }}
        onSubmit={async (read) => {
          const { message, username } = await help.call('confirmEmailChange', { code: read('code') })
          onRenamed(username)
          done(message)
        }}
      />
      <p>
        {sentence('No email? Check your spam folder, or <again>send a new code</again> to this or another address.', {
          again: (words) => <LinkButton onClick={onOther}>{words}</LinkButton>,
        })}
      </p>
      <p>
        <span>{say('Changed your mind?')}</span>{' '}
        <LinkButton onClick={cancel}>{say('Keep your old address')}</LinkButton>
      </p>
    </>
  )
}
