/** What the guide to Never Nine says in English. */
export const en = {
  hand: 'Nine cards each, nine tricks, no trump. These are yours: the ace is the highest, the six the lowest.',
  bid: (bid: number) => `First everyone bids how many tricks they will take, and you want to be exactly right. Your high cards are good for about ${bid}: bid ${bid}.`,
  bidLast: (bid: number, forbidden: number) => `How many tricks will you take? Bid ${bid}. You bid last, so you may not bid ${forbidden}: the bids may never add up to nine.`,
  waitBid: 'Everyone bids how many tricks they will take. You want to be exactly right.',
  lead: 'You lead: play any card. The others must follow its suit.',
  follow: (suit: string) => `Follow suit: ${suit} were led and you have some, so you must play one. The highest of them takes the trick.`,
  discard: (suit: string) => `You have no ${suit}, so you may play anything. A card of another suit cannot win: a good moment to get rid of one.`,
  waitPlay: 'Everyone plays one card, clockwise. The highest card of the suit led takes the trick.',
  took: (name: string) => `${name} took the trick and leads to the next one. No trump: other suits never win.`,
  youTook: 'You took the trick, so you lead to the next one.',
  wantMore: (left: number) => (left === 1 ? 'You still need one trick: play high.' : `You still need ${left} tricks: play high.`),
  wantNone: 'You have all the tricks you bid. Now avoid taking more: play a card that loses.',
  tooMany: 'That was one trick too many. Each extra one costs another point, so play a card that loses.',
  score: (bid: number, taken: number, penalty: number) => `The round is over. You bid ${bid} and took ${taken}: ${penalty === 0 ? 'exactly right, no points.' : penalty === 1 ? 'off by one, so that costs one point.' : `off by ${penalty}, so that costs ${penalty} points.`}`,
  end: 'That\'s it! Points are penalties. Play goes on round by round until someone reaches the limit; then the lowest total wins.',
}
