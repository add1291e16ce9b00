import { join } from 'node:path'
import { mailPageUrl } from './mail/index.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startServer } from './start-server.ts'

await runUntilStopped(startServer, (settings) => {
  const mails = mailPageUrl(settings)
  return [
    `Open the application: ${settings.baseUrl}`,
    ...(mails === undefined ? [] : [`Read outgoing mail:   ${mails}  (files in ${join(settings.dataDir, 'mail')})`]),
  ]
})
