// A React page as one writes it by hand: one state for each field, required fields checked on submit.
import { createElement as h, memo, useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import pages from './pages.json'

const Field = memo(({ question, value, error, onChange }) => {
  const { key, label, kind, options } = question
  const set = ({ target }) => onChange(key, target.value)
  const control =
    kind === 'lines'
      ? h('textarea', { id: key, value, onChange: set })
      : kind === 'choice'
        ? h(
            'select',
            { id: key, value, onChange: set },
            h('option', { value: '' }, '--'),
            options.map(([each, words]) => h('option', { key: each, value: each }, words)),
          )
        : kind === 'radio'
          ? options.map(([each, words]) =>
              h(
                'label',
                { key: each },
                h('input', { type: 'radio', name: key, value: each, checked: value === each, onChange: set }),
                words,
              ),
            )
          : kind === 'check'
            ? h('input', {
                id: key,
                type: 'checkbox',
                checked: value === 'true',
                onChange: ({ target }) => onChange(key, target.checked ? 'true' : ''),
              })
            : h('input', { id: key, value, onChange: set })
  return h(
    'div',
    null,
    h('label', { htmlFor: key }, label),
    error && h('p', { role: 'alert' }, error),
    h('div', null, control),
  )
})

function App() {
  const [at, setAt] = useState(0)
  const [answers, setAnswers] = useState({})
  const [errors, setErrors] = useState({})
  const change = useCallback((key, value) => setAnswers((all) => ({ ...all, [key]: value })), [])
  const check = () =>
    setErrors(
      Object.fromEntries(
        pages
          .flat()
          .filter(({ key, required }) => required && !answers[key])
          .map(({ key, label }) => [key, `Missing: ${label}`]),
      ),
    )
  return h(
    'main',
    null,
    h('h1', null, `Page ${at + 1}`),
    pages[at].map((question) =>
      h(Field, {
        key: question.key,
        question,
        value: answers[question.key] ?? '',
        error: errors[question.key],
        onChange: change,
      }),
    ),
    h('button', { id: 'next', type: 'button', onClick: () => setAt(1) }, 'Next'),
    h('button', { id: 'check', type: 'button', onClick: check }, 'Submit'),
  )
}
createRoot(document.getElementById('root')).render(h(App))
