import { useRef } from 'react'
import type { Reply } from '../../../api/index.ts'
import { Button, Dialog, LinkButton, useToast } from '../../parts/index.ts'
import styles from './account.module.css'
import type { AccountHelp } from './account-help.ts'
import { Replied } from './replied.tsx'
import { useCardAction } from './use-card-action.ts'
import { useReply } from './use-reply.ts'

type YourDevicesProps = { help: AccountHelp; onClose: () => void }

/** Where the person is logged in, with a way to log out one device or all others. */
export function YourDevices({ help, onClose }: YourDevicesProps) {
  const asked = useReply(() => help.call('devices'))
  const showToast = useToast()
  const list = useRef<HTMLUListElement>(null)
  const ended = async ({ message }: { readonly message: string }) => {
    await asked.again()
    list.current?.focus() // the button that was pressed has gone
    showToast({ severity: 'success', text: message })
  }
  const [busy, endOthers] = useCardAction('Log Out Error', async () => ended(await help.call('endOtherDevices')))
  return (
    <Dialog open onClose={onClose} header="Your Devices" description="Where you’re logged in now.">
      <div className={styles.parts}>
        <Replied to={asked} loading="Loading your devices">
          {({ devices }) => (
            <>
              <ul ref={list} className={styles.list} tabIndex={-1} aria-label="Devices">
                {devices.map((device) => (
                  <Device
                    key={device.id}
                    device={device}
                    onEnd={async () => ended(await help.call('endDevice', { device_id: device.id }))}
                  />
                ))}
              </ul>
              {devices.length > 1 && (
                <Button variant="outline" busy={busy} onClick={endOthers}>
                  Log Out Everywhere Else
                </Button>
              )}
            </>
          )}
        </Replied>
        <p>Is there a device you don’t know? Log it out, and then change your password.</p>
      </div>
    </Dialog>
  )
}

type DeviceProps = { device: Reply<'devices'>['devices'][number]; onEnd: () => Promise<void> }

function Device({ device, onEnd }: DeviceProps) {
  const [, end] = useCardAction('Log Out Error', onEnd)
  const since = moment.format(new Date(device.signed_in_at))
  return (
    <li>
      <p className={styles.name}>
        <span>{device.browser}</span>
        {device.is_this && (
          <span>
            {' '}
            <strong className={styles.mark}>This device</strong>
          </span>
        )}
      </p>
      <p
        className={styles.yourDataNote}
      >{`Logged in ${since}. Last used ${moment.format(new Date(device.last_seen_at))}.`}</p>
      {!device.is_this && (
        <LinkButton onClick={end} aria-label={`Log out ${device.browser}, logged in ${since}`}>
          Log out
        </LinkButton>
      )}
    </li>
  )
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
