import { expect, test } from 'claude-code/testing'
import type { TestBody } from 'claude-code/testing'

const SECTION = '# Project memory\nAsk `project-memory:memory-recall`.\n\n<rejected-approaches>\na.md:1: x\n</rejected-approaches>'
const INLINE = '# Project memory\nRead the files.\n\n<memory-index>\nproject-memory:memory-recall\n</memory-index>'
const UNCHANGED = '\n\nThis section stands unchanged in the system prompt.'
const RECALL = 'project-memory:memory-recall'
const KEEPER = 'project-memory:memory-keeper'

type Kit = Parameters<TestBody>[0]
type On = Parameters<TestBody>[1]
type Source = 'startup' | 'resume' | 'clear' | 'compact' | 'fork'

// Nothing sits beneath the mod here: these hooks stand for the client, `texts` for what the command hooks said.
const client = (on: On, texts: string[] | undefined) => {
  on('classic.SessionStart', () => ({ additionalContext: texts }))
  on('prompt.compose', () => ({ sections: [{ id: 'base', scope: 'shared', text: 'Base.' }] }))
  on('agent.offer', () => ({ isOffered: true }))
}

const start = ($: Kit, source: Source) =>
  $.classic.SessionStart({ session_id: 's', transcript_path: '/t', cwd: '/', source })

const prompt = async ($: Kit) => {
  const composed = await $.prompt.compose({
    model: 'm',
    promptModel: 'm',
    tools: [],
    outputStyle: null,
    traits: [],
    surfaces: [],
  })
  return composed.sections.map(section => section.text)
}

const offered = async ($: Kit, agent: string) =>
  (await $.agent.offer({ agent, source: 'plugin', provider: { plugin: 'project-memory', tier: 'user' }, description: 'd' })).isOffered

test('the section moves to the end of the system prompt', async ($, on) => {
  client(on, ['another hook', SECTION])
  expect((await start($, 'startup')).additionalContext).toEqual(['another hook'])
  expect(await prompt($)).toEqual(['Base.', SECTION])
})

for (const source of ['clear', 'compact'] as const) {
  test(`it moves on ${source} as well`, async ($, on) => {
    client(on, [SECTION])
    expect((await start($, source)).additionalContext).toEqual([])
    expect(await prompt($)).toEqual(['Base.', SECTION])
  })
}

test('a resumed session keeps it in the messages', async ($, on) => {
  client(on, [SECTION])
  expect((await start($, 'resume')).additionalContext).toEqual([SECTION])
})

test('a resumed session whose prompt holds it is not told again', async ($, on) => {
  client(on, [SECTION + UNCHANGED])
  expect((await start($, 'resume')).additionalContext).toEqual([])
  expect(await prompt($)).toEqual(['Base.', SECTION])
  expect(await offered($, RECALL)).toBe(true)
})

test('no memory folder: nothing moves and no agent of ours is offered', async ($, on) => {
  client(on, undefined)
  expect((await start($, 'startup')).additionalContext ?? []).toEqual([])
  expect(await prompt($)).toEqual(['Base.'])
  expect(await offered($, RECALL)).toBe(false)
  expect(await offered($, KEEPER)).toBe(false)
  expect(await offered($, 'Explore')).toBe(true)
})

test('a large index: both agents are offered', async ($, on) => {
  client(on, [SECTION])
  await start($, 'startup')
  expect(await offered($, RECALL)).toBe(true)
  expect(await offered($, KEEPER)).toBe(true)
})

test('an inlined index hides recall, whatever the quoted text names', async ($, on) => {
  client(on, [INLINE])
  await start($, 'startup')
  expect(await offered($, RECALL)).toBe(false)
  expect(await offered($, KEEPER)).toBe(true)
})

test('without a start nothing is hidden', async ($, on) => {
  client(on, [SECTION])
  expect(await offered($, RECALL)).toBe(true)
  expect(await prompt($)).toEqual(['Base.'])
})
