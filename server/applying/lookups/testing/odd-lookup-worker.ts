import { parentPort } from 'node:worker_threads'

/** A thread that finds what it is asked for, and that can be made to fail in every possible way. */
parentPort?.on('message', ({ number, question: { text } }) => {
  if (text === 'throw') throw new Error('Thrown.')
  while (text === 'hang');
  const asked = performance.now()
  while (text === 'slow' && performance.now() - asked < 1_000);
  parentPort?.postMessage({ number, answer: [{ text, id: '', sub_text: '' }] })
})
parentPort?.postMessage('ready')
