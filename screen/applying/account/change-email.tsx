import { useState } from 'react'
import type { Reply } from '../../../api/index.ts'
import { changeEmailForm } from '../../../form/index.ts'
import { Dialog, sentence } from '../../parts/index.ts'
import styles from './account.module.css'
import { AccountForm } from './account-form.tsx'
import type { AccountHelp } from './account-help.ts'
import { EmailCode } from './email-code.tsx'
import { Replied } from './replied.tsx'
import { useReply } from './use-reply.ts'

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
      header="Change Email Address"
      description={sentence`You log in with ${username.toLowerCase()}, and we send your emails there.`}
    >
      <div className={styles.parts}>
        <Replied to={asked} loading="Looking for a change you have begun">
          {({ pending }) =>
            pending && pending !== other ? (
              <EmailCode {...{ pending, help, onRenamed, onClose }} onOther={() => setOther(pending)} />
            ) : (
              <>
                <p>We’ll email a code to the new address. Nothing changes until you enter it here.</p>
                <AccountForm
                  form={changeEmailForm}
                  name="Change Email Address"
                  onSubmit={async (read) => {
                    const given = { username: read('username'), current_password: read('current_password') }
                    await help.call('askEmailChange', given)
                    await asked.again()
                  }}
                  around={(drawn) => drawn}
                />
              </>
            )
          }
        </Replied>
        <p>
          This doesn’t change your answers. If your application has your old address as an answer, please change it
          there too.
        </p>
      </div>
    </Dialog>
  )
}
