/** Set in a tab that a person opened on the first visit with this browser; '0' once they have seen enough. */
const TAB = 'causeway.first'
/** Set in a browser that somebody has visited with. */
const BROWSER = 'causeway.visited'

/** Whether this is the first visit with this browser. Neither item says anything about a person. */
export const firstVisit = {
  isNow(): boolean {
    try {
      const { sessionStorage, localStorage } = window
      if (sessionStorage.getItem(TAB) === null) {
        sessionStorage.setItem(TAB, localStorage.getItem(BROWSER) === null ? '1' : '0')
        localStorage.setItem(BROWSER, '1')
      }
      return sessionStorage.getItem(TAB) === '1'
    } catch {
      return true // the browser refuses to store anything, as in a private window
    }
  },
  end(): void {
    try {
      window.sessionStorage.setItem(TAB, '0')
    } catch {
      // refused: it counts until the page is loaded again
    }
  },
}
