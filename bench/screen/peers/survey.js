import 'survey-core/survey-core.css'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import { Survey } from 'survey-react-ui'
import pages from './pages.json'

const types = { line: 'text', lines: 'comment', choice: 'dropdown', radio: 'radiogroup', check: 'boolean' }
const model = new Model({
  textUpdateMode: 'onTyping', // like the others: the answer is known at each key
  checkErrorsMode: 'onComplete',
  pages: pages.map((page, index) => ({
    title: `Page ${index + 1}`,
    elements: page.map(({ key, label, kind, required, options }) => ({
      name: key,
      title: label,
      type: types[kind],
      isRequired: required,
      ...(kind === 'choice' && { renderAs: 'select' }),
      ...(options.length > 0 && { choices: options.map(([value, text]) => ({ value, text })) }),
    })),
  })),
})
createRoot(document.getElementById('root')).render(
  h(
    'main',
    null,
    h(Survey, { model }),
    h(
      'button',
      {
        id: 'next',
        type: 'button',
        onClick: () => {
          model.currentPageNo = 1
        },
      },
      'Next',
    ),
    h('button', { id: 'check', type: 'button', onClick: () => model.validate(true) }, 'Submit'),
  ),
)
