import { useEffect, useState } from 'react'
import { useApplicant } from '../applicant/index.ts'
import { newsAfter, type SaveNews } from './save-news.ts'

/** What to read aloud about saving. */
export function useSaveNews(): SaveNews | undefined {
  const { queue, conflicts } = useApplicant()
  const [news, setNews] = useState<SaveNews>()
  useEffect(() => {
    const listen = () => {
      const isAsked = Object.keys(conflicts.get()).length > 0 // then not all answers are saved
      setNews((before) => (isAsked && queue.state().kind === 'saved' ? before : newsAfter(before, queue.state())))
    }
    listen()
    return queue.subscribe(listen)
  }, [queue, conflicts])
  return news
}
