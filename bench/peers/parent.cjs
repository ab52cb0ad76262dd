// How a measured server talks to the program that started it: it prints its address, collects garbage when it is sent a
// line, and exits when its standard input closes, so it never outlives that program.

module.exports = port => {
  process.stdin.on('data', () => global.gc?.())
  process.stdin.on('end', () => process.exit(0))
  console.log(`http://127.0.0.1:${port}`)
}
