import { Dialog, Loading, lazyPart } from '../../parts/index.ts'

const meanwhile = <Loading label="Loading…" />
const Accessibility = lazyPart(async () => (await import('./accessibility.tsx')).Accessibility, { meanwhile })
const Help = lazyPart(async () => (await import('./help.tsx')).Help, { meanwhile })
const Privacy = lazyPart(async () => (await import('./privacy.tsx')).Privacy, { meanwhile })

export type FooterDialog = 'help' | 'privacy' | 'accessibility'

/** What the buttons of the footer open. */
export const FooterDialogs = ({ shown, onClose }: { shown: FooterDialog | undefined; onClose: () => void }) => (
  <>
    <Dialog open={shown === 'help'} onClose={onClose} header="Help">
      <Help />
    </Dialog>
    <Dialog open={shown === 'privacy'} onClose={onClose} size="s" header="Privacy Policy and Cookie Notice">
      <Privacy />
    </Dialog>
    <Dialog open={shown === 'accessibility'} onClose={onClose} size="s" header="Accessibility">
      <Accessibility />
    </Dialog>
  </>
)
