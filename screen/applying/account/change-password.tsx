import { questionsByKey } from '../../../engine/index.ts'
import { changePasswordForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { Dialog, useToast } from '../../parts/index.ts'
import { AccountForm } from './account-form.tsx'

const questions = questionsByKey(changePasswordForm)
const newPassword = ['password', 'confirm_password'].flatMap((key) => questions.get(key) ?? [])

/** Changes the password of the logged-in person on any page, without touching the answers there. */
export function ChangePassword({ username, onClose }: { username: string; onClose: () => void }) {
  const showToast = useToast()
  return (
    <Dialog
      open
      onClose={onClose}
      header="Change Password"
      description="You’ll stay logged in here and be logged out everywhere else."
    >
      <AccountForm
        form={changePasswordForm}
        name="Change Password"
        newPassword={newPassword}
        username={username}
        onSubmit={async (read) => {
          const { message } = await call('changePassword', {
            current_password: read('current_password'),
            password: read('password'),
            confirm_password: read('confirm_password'),
          })
          showToast({ severity: 'success', text: message })
          onClose()
        }}
        around={(drawn) => drawn}
      />
    </Dialog>
  )
}
