import { parentPort } from 'node:worker_threads'

/** A thread that finds what it is asked for, and that can be made to fail in every possible way. */
parentPort?.on('message', ({ number, question: { text } }) => {
  if (text === 'throw') throw new Error('Thrown.')
  while (text === 'hang');
  parentPort?.postMessage({ number, answer: [{ text, id: '', sub_text: '' }] })
})
parentPort?.postMessage('ready')
