/** The words of the games are in their folders. */

/** What the modules of `games/<game>/` export, by the name of the game. */
export const byGame = <Module>(modules: Readonly<Record<string, Module>>): readonly (readonly [string, Module])[] =>
  Object.entries(modules).map(([path, module]) => [path.split('/').at(-2) ?? '', module])
