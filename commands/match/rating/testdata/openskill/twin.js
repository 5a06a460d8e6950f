// Rates games by openskill: a line of input is a game, and a line of output its means and deviations.
const { rate } = require('openskill')
const { plackettLuce } = require('openskill/models')
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const { ratings, places, beta, kappa, tau } = JSON.parse(line)
  const teams = ratings.map(r => [{ mu: r.Mean, sigma: r.Deviation }])
  const after = rate(teams, { model: plackettLuce, rank: places, beta, kappa, tau, gamma: () => 1 })
  console.log(JSON.stringify(after.map(([r]) => ({ Mean: r.mu, Deviation: r.sigma }))))
})
