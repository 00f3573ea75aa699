import type { Register } from 'claude-code'

// The first line of the section, as scripts/project_memory/session/section.py writes it.
const MARKER = '# Project memory\n'
// The last line by which it says that a resumed session's recorded system prompt already holds the section.
const UNCHANGED = '\n\nThis section stands unchanged in the system prompt.'
const RECORDED = new Set(['resume', 'fork'])
const RECALL = 'project-memory:memory-recall'
const KEEPER = 'project-memory:memory-keeper'

// Moves the section from the hook's context to the end of the system prompt, where it is cached, and offers each of
// our agents only where the section has work for it. What to say and when is decided in Python alone.
export const register: Register = on => {
  // undefined: no session start was seen (installed in mid-session, or the event is not open to us).
  let section: string | undefined

  on('classic.SessionStart', async ($, e, next) => {
    const result = await next(e)
    const texts = result.additionalContext ?? []
    const ours = texts.find(text => text.startsWith(MARKER)) ?? ''
    const isKnown = ours.endsWith(UNCHANGED)
    section = isKnown ? ours.slice(0, -UNCHANGED.length) : ours
    // A resumed session sends its recorded system prompt again: what is moved there now would be lost.
    if (RECORDED.has(e.source) && !isKnown) return result
    return { ...result, additionalContext: texts.filter(text => text !== ours) }
  })

  on('prompt.compose', async ($, e, next) => {
    const result = await next(e)
    if (!section) return result
    return { ...result, sections: [...result.sections, { id: 'project-memory:section', scope: 'session', text: section }] }
  })

  on('agent.offer', async ($, e, next) => {
    const result = await next(e)
    if (section === undefined) return result
    if (e.agent === KEEPER) return { ...result, isOffered: result.isOffered && section !== '' }
    if (e.agent !== RECALL) return result
    // Quoted lines begin with the first tag; only our own words before it count.
    return { ...result, isOffered: result.isOffered && section.replace(/\n<[^]*/, '').includes(RECALL) }
  })
}
