import { deleteAccountForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { Button, Dialog, Notice, useToast } from '../../parts/index.ts'
import styles from './account.module.css'
import { AccountForm } from './account-form.tsx'
import { useCardAction } from './use-card-action.ts'

type YourDataProps = { isSubmitted: boolean; onDeleted: () => void; onClose: () => void }

/** What is held of the logged-in person: a copy of it, and the way to delete it. */
export function YourData({ isSubmitted, onDeleted, onClose }: YourDataProps) {
  const showToast = useToast()
  const [busy, download] = useCardAction('Download Error', async () => save(await call('heldData')))
  return (
    <Dialog open onClose={onClose} header="Your Data" description="Everything you gave us, and what we keep about it.">
      <div className={styles.parts}>
        <p>
          The file has your answers and every earlier version of them, your documents' names, and the emails we sent.
        </p>
        <Button variant="outline" busy={busy} onClick={download}>
          Download My Data
        </Button>
        {isSubmitted ? (
          <p>Your application was submitted, so only we can delete it. To ask for that, write or call us.</p>
        ) : (
          <>
            <h3>Delete your application and account</h3>
            <Notice kind="stop">
              <p>Your answers and documents will be gone from every device, and nobody can bring them back.</p>
            </Notice>
            <AccountForm
              form={deleteAccountForm}
              name="Delete"
              submit={{ words: 'Delete Everything', variant: 'danger' }}
              onSubmit={async (read) => {
                const { message } = await call('deleteAccount', { current_password: read('current_password') })
                onDeleted()
                showToast({ severity: 'success', text: message })
              }}
              around={(drawn) => drawn}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Saves data as a file of this device. */
function save(data: unknown): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  link.download = 'application-data.json'
  link.click()
  URL.revokeObjectURL(link.href)
}
