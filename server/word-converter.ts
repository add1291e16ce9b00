import { runUntilStopped } from './app/run-until-stopped.ts'
import { startWordConverter } from './app/start-word-converter.ts'

await runUntilStopped('word-converter', startWordConverter, ({ wordSpool }) => [
  `Word documents in ${wordSpool} are converted.`,
])
