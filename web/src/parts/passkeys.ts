/** Why a passkey could not be made, used or removed, as a sentence. */
import { passkeyFailure } from '@/protocol/passkeys'
import { reasonOf } from '@/stores/refusals'
import { companyWords } from '@/words/company'

export function passkeyReason(error: unknown): string {
  const failure = passkeyFailure(error)
  return failure === null ? reasonOf(error) : companyWords.value.passkeys.failures[failure]
}
