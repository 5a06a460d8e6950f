// A bot on oceanic.js; see greet.mjs.
import { Client } from 'oceanic.js';
import { answer, command, until } from './greet.mjs';

const client = new Client({ auth: `Bot ${process.env.TOKEN}`, rest: { baseURL: `${process.env.SANDBOX}/api/v10` }, gateway: { intents: ['GUILDS'] } });

// camel writes the names of fields as this library does.
const camel = (o) => (Array.isArray(o) ? o.map(camel) : o && typeof o === 'object'
  ? Object.fromEntries(Object.entries(o).map(([k, v]) => [k === 'custom_id' ? 'customID' : k.replace(/_(.)/g, (_, c) => c.toUpperCase()), camel(v)])) : o);

client.once('ready', () => client.application.bulkEditGlobalCommands([command]));
client.on('interactionCreate', async (i) => {
  const said = camel(answer({ name: i.data.name, id: i.data.customID, who: i.user.username, picked: i.data.values?.raw[0], option: i.data.options?.raw[0].value,
    words: i.isModalSubmitInteraction() && i.data.components.getTextInput('words') }));
  await (said.title ? i.createModal(said) : i.createMessage(said));
});
client.on('error', (err) => { console.error(err); process.exit(1); });
client.connect();
until(() => client.disconnect(false));
