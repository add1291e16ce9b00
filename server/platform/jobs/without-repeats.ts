const REPEAT_INTERVAL = 10_000 // ms

/** Workers of all queues meet the same outage several times a second; one line per reason every 10 s is enough. */
export function withoutRepeats(logError: (error: Error) => void): (error: Error) => void {
  const lastLogged = new Map<string, number>()
  return (error) => {
    const reason = reasonOf(error)
    const last = lastLogged.get(reason)
    if (last !== undefined && performance.now() - last < REPEAT_INTERVAL) return
    if (lastLogged.size > 100) lastLogged.clear()
    lastLogged.set(reason, performance.now())
    logError(error)
  }
}

/** pg-boss adds to the message which of its workers it was, of which every queue has one or more. */
const reasonOf = ({ message }: Error) => message.replace(/ \(Queue: [^,]+, Worker: [\w-]+\)$/, '')
