/** Was Anleitungen und Regeln in jedem Spiel auf Deutsch sagen; was sie lehren, steht bei den Spielen. */
import type { guideEn } from './guide.en'

export const guideDe: typeof guideEn = {
  guide: {
    title: 'Geführtes Spiel',
    learn: 'Spielend lernen',
    offer: (game) => `${game} ist neu für dich?`,
    offerNote: 'Ein geführtes Spiel zeigt dir in höchstens zwei Minuten, wie es geht.',
    start: 'Zeig es mir',
    decline: 'Nein, danke',
    step: (step, steps) => `Schritt ${step} von ${steps}`,
    next: 'Weiter',
    skip: 'Überspringen',
    leave: 'Anleitung beenden',
    waiting: 'Einen Moment: Die anderen sind dran.',
    playCard: (card) => `Spiel: ${card}`,
    tap: (pile) => `Antippen: ${pile}`,
    play: 'Jetzt spielen',
    repeat: 'Noch einmal',
  },
  rules: {
    open: 'Regeln',
    title: (game) => `So spielst du ${game}`,
    close: 'Schließen',
  },
}
