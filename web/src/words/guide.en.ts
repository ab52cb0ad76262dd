/** What guides and rules say in English in every game; what they teach is in the folders of the games. */
export const guideEn = {
  guide: {
    title: 'Guided game',
    learn: 'Learn by playing',
    offer: (game: string) => `New to ${game}?`,
    offerNote: 'A guided game shows you how in two minutes or less.',
    start: 'Show me',
    decline: 'No, thanks',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
    next: 'Next',
    skip: 'Skip',
    leave: 'Leave the guide',
    waiting: 'One moment: the others are playing.',
    playCard: (card: string) => `Play: ${card}`,
    tap: (pile: string) => `Tap: ${pile}`,
    play: 'Play a real game',
    repeat: 'Play it again',
  },
  rules: {
    open: 'Rules',
    title: (game: string) => `How to play ${game}`,
    close: 'Close',
  },
}
