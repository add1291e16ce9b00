import { questionsByKey } from '../../../engine/index.ts'
import { changePasswordForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { Dialog, useToast } from '../../parts/index.ts'
import { AccountForm } from './account-form.tsx'
import { PasswordRules } from './password-rules.tsx'

const questions = questionsByKey(changePasswordForm)
const password = questions.get('password')
const confirmPassword = questions.get('confirm_password')

/** Changes the password of the logged-in person on any page, without touching the answers there. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const showToast = useToast()
  return (
    <Dialog
      open
      onClose={onClose}
      header="Change Password"
      description="You stay logged in here, and are logged out on all other devices."
    >
      <AccountForm
        form={changePasswordForm}
        name="Change Password"
        under={{
          password: password && <PasswordRules question={password} others={confirmPassword ? [confirmPassword] : []} />,
        }}
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
