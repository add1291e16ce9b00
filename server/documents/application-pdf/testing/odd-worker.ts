import { parentPort } from 'node:worker_threads'

/** A thread that repeats every message twice, and that can be made to fail in every possible way. */
parentPort?.on('message', (word: string) => {
  if (word === 'throw') throw new Error('Thrown.')
  if (word === 'leave') process.exit(3)
  while (word === 'hang');
  parentPort?.postMessage(`${word} ${word}`)
})
