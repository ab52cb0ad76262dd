/** Where was a game lost? The analysis of a finished game, as far as it has arrived. */
import { computed, onBeforeUnmount, ref, shallowRef } from 'vue'

import { api, Refusal, Unreachable, type AnalysisEvent } from '@/protocol/api'
import type { AnalysisSummary, EstimateSummary, Mistake, StepEstimate, StepVerdict, TurningPoint } from '@/protocol/types'
import { reasonOf } from '@/stores/refusals'

export type Verdict = StepVerdict['verdict']

export function useAnalysis(id: () => string) {
  const state = ref<'none' | 'running' | 'done' | 'failed'>('none')
  const problem = ref('')
  /** By step, from the deal on; of a solitaire only. */
  const verdicts = shallowRef<ReadonlyMap<number, Verdict>>(new Map())
  const turningPoints = shallowRef<readonly TurningPoint[]>([])
  /** The decisions of a match, by step. */
  const estimates = shallowRef<ReadonlyMap<number, StepEstimate>>(new Map())
  const mistakes = shallowRef<readonly Mistake[]>([])
  const summary = shallowRef<AnalysisSummary | EstimateSummary | null>(null)
  let asking: AbortController | null = null

  /** How many steps are known so far. */
  const known = computed(() => verdicts.value.size + estimates.value.size)

  function clear(): void {
    problem.value = ''
    summary.value = null
    verdicts.value = estimates.value = new Map()
    turningPoints.value = mistakes.value = []
  }

  async function start(): Promise<void> {
    if (state.value === 'running') return
    clear()
    state.value = 'running'
    const mine = asking = new AbortController()
    try {
      for await (const events of api.analysis(id(), mine.signal)) if (asking === mine) take(events)
      if (summary.value === null) throw new Unreachable('the analysis was cut off')
      state.value = 'done'
    } catch (error) {
      if (asking !== mine) return
      problem.value = reasonOf(error)
      state.value = 'failed'
    }
  }

  function take(events: readonly AnalysisEvent[]): void {
    const failed = events.find((event) => event.kind === 'failed')
    if (failed) throw new Refusal(failed.code, failed.reason, 503)
    const of = <Kind extends AnalysisEvent['kind']>(kind: Kind) => events.filter((event): event is Extract<AnalysisEvent, { kind: Kind }> => event.kind === kind)
    verdicts.value = new Map([...verdicts.value, ...of('step').map(({ step, verdict }) => [step, verdict] as const)])
    estimates.value = new Map([...estimates.value, ...of('estimate').map((one) => [one.step, one] as const)])
    turningPoints.value = [...turningPoints.value, ...of('turningPoint')]
    mistakes.value = [...mistakes.value, ...of('mistake')]
    summary.value = of('summary')[0] ?? of('estimateSummary')[0] ?? summary.value
  }

  function cancel(): void {
    const was = asking
    asking = null
    was?.abort()
    clear()
    state.value = 'none'
  }
  onBeforeUnmount(cancel)

  return { state, problem, verdicts, turningPoints, estimates, mistakes, summary, known, start, cancel }
}

/** Steps in a row with the same verdict. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly verdict: Verdict
}

/** The steps 0 to `last` as runs; those that are not decided yet are unknown. */
export function runsOf(verdicts: ReadonlyMap<number, Verdict>, last: number): readonly Run[] {
  const runs: Run[] = []
  for (let step = 0; step <= last; step += 1) {
    const verdict = verdicts.get(step) ?? 'unknown'
    const before = runs.at(-1)
    if (before?.verdict === verdict) runs[runs.length - 1] = { ...before, to: step }
    else runs.push({ from: step, to: step, verdict })
  }
  return runs
}
