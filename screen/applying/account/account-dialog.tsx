import { type ReactNode, useEffect } from 'react'
import { Dialog } from '../../parts/index.ts'
import type { AccountHelp } from './account-help.ts'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { WhatChanged } from './what-changed.tsx'
import { YourData } from './your-data.tsx'
import { YourDevices } from './your-devices.tsx'

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
        <Dialog open onClose={onClose} header="Your Applications" description="One for each term you apply for.">
          {applications}
        </Dialog>
      )
    case 'password':
      return <ChangePassword username={username} onClose={onClose} />
    case 'email':
      return <ChangeEmail {...{ username, help, onRenamed, onClose }} />
    case 'devices':
      return <YourDevices help={help} onClose={onClose} />
    case 'changes':
      return <WhatChanged help={help} onClose={onClose} />
    case 'data':
      return <YourData isSubmitted={isSubmitted} onDeleted={onDeleted} onClose={onClose} />
  }
}
