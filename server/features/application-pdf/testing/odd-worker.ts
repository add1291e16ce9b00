import { parentPort } from 'node:worker_threads'

/** A thread that says everything twice, and can be made to fail in each way there is. */
parentPort?.on('message', (word: string) => {
  if (word === 'throw') throw new Error('Thrown.')
  if (word === 'leave') process.exit(3)
  while (word === 'hang');
  parentPort?.postMessage(`${word} ${word}`)
})
