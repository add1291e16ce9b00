import { vi } from 'vitest'

/** Replaces the browser's requests with a fake storage that replies when the test says so. */
export function fakeStorage(onSent: () => void) {
  let latest: FakeRequest | undefined
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    method = ''
    url = ''
    isAborted = false
    form: string[] = []
    timeout = 0
    retryAfter: string | null = null
    getResponseHeader = (name: string) => (name === 'retry-after' ? this.retryAfter : null)
    constructor() {
      super()
      latest = this
    }
    open(method: string, url: string) {
      this.method = method
      this.url = url
    }
    send(form: FormData) {
      this.form = [...form].map(([name, value]) =>
        typeof value === 'string' ? `${name}=${value}` : `${name}=${value.name}, ${value.size} bytes`,
      )
      onSent()
    }
    abort() {
      this.isAborted = true
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return {
    method: () => latest?.method,
    url: () => latest?.url,
    form: () => latest?.form,
    /** Milliseconds after which the browser gives the upload up. */
    patience: () => latest?.timeout,
    isAborted: () => latest?.isAborted,
    sends: (loaded: number, total: number) =>
      latest?.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total })),
    answers(status: number, retryAfter: string | null = null) {
      if (!latest) return // the upload did not get this far
      latest.status = status
      latest.retryAfter = retryAfter
      latest.dispatchEvent(new Event('load'))
    },
    breaks: () => latest?.dispatchEvent(new Event('error')),
  }
}
