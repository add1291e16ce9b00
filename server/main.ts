import { join } from 'node:path'
import { runUntilStopped } from './app/run-until-stopped.ts'
import { startServer } from './app/start-server.ts'
import { mailPageUrl } from './features/mail/index.ts'

await runUntilStopped('server', startServer, (settings) => {
  const mails = mailPageUrl(settings)
  return [
    `Open the application: ${settings.baseUrl}`,
    ...(mails === undefined ? [] : [`Read outgoing mail:   ${mails}  (files in ${join(settings.dataDir, 'mail')})`]),
  ]
})
