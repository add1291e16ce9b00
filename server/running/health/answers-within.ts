const TIMEOUT = 2_000 // ms

/** The answer and how long it took; undefined if none came within two seconds, which the caller reports. */
export async function answersWithin<Answer>(
  asked: Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly ms: number } | undefined> {
  const start = performance.now()
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT, new Error('Timeout.')).unref())
  try {
    const answer = await Promise.race([asked, timeout])
    return { answer, ms: Math.round(performance.now() - start) }
  } catch {
    return undefined
  }
}
