// A bot on @discordjs/core; see greet.mjs.
import { Client, GatewayDispatchEvents, GatewayIntentBits } from '@discordjs/core';
import { REST } from '@discordjs/rest';
import { WebSocketManager } from '@discordjs/ws';
import { answer, command, until } from './greet.mjs';

const rest = new REST({ api: `${process.env.SANDBOX}/api` }).setToken(process.env.TOKEN);
const gateway = new WebSocketManager({ token: process.env.TOKEN, intents: GatewayIntentBits.Guilds, rest });
const client = new Client({ rest, gateway });

client.once(GatewayDispatchEvents.Ready, ({ data, api }) => api.applicationCommands.bulkOverwriteGlobalCommands(data.application.id, [command]));
client.on(GatewayDispatchEvents.InteractionCreate, async ({ data: i, api }) => {
  const said = answer({ name: i.data.name, id: i.data.custom_id, who: i.member.user.username, picked: i.data.values?.[0], option: i.data.options?.[0].value,
    words: i.data.components?.[0].component?.value });
  await (said.title ? api.interactions.createModal(i.id, i.token, said) : api.interactions.reply(i.id, i.token, said));
});
gateway.connect();
until(() => gateway.destroy());
