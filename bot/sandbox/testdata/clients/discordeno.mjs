// A bot on discordeno; see greet.mjs.
import { createBot, createDesiredPropertiesObject, Intents } from '@discordeno/bot';
import { answer, command, until } from './greet.mjs';

const quiet = { debug() {}, info() {}, warn: console.error, error: console.error, fatal: console.error };
const bot = createBot({
  token: process.env.TOKEN, intents: Intents.Guilds, loggerFactory: () => quiet,
  rest: { proxy: { baseUrl: `${process.env.SANDBOX}/api`, authorization: `Bot ${process.env.TOKEN}` } },
  desiredProperties: createDesiredPropertiesObject({}, true),
  events: {
    ready: () => bot.helpers.upsertGlobalApplicationCommands([command]),
    interactionCreate: (i) => i.respond(camel(answer({ name: i.data.name, id: i.data.customId, who: i.user.username, picked: i.data.values?.[0],
      option: i.data.options?.[0].value, words: i.data.components?.[0].components[0].value }, false))),
  },
});

// camel writes the names of fields as this library does.
const camel = (o) => (Array.isArray(o) ? o.map(camel) : o && typeof o === 'object'
  ? Object.fromEntries(Object.entries(o).map(([k, v]) => [k.replace(/_(.)/g, (_, c) => c.toUpperCase()), camel(v)])) : o);

bot.start();
until(() => bot.shutdown());
