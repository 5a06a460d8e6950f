"""A bot on discord.py, Debian's python3-discord. It does what greet.mjs says; discord.py 2.2 has no labels, so the input of
its form stands in a row. Its buttons are a view, which the library finds by the message's interaction."""
import asyncio
import os
import sys

import discord
import yarl
from discord import app_commands, ui

discord.http.Route.BASE = os.environ["SANDBOX"] + "/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["SANDBOX"].replace("http", "ws") + "/gateway")


class Form(ui.Modal, title="More"):
    words = ui.TextInput(label="Words")

    async def on_submit(self, i):
        await i.response.send_message(f"{i.user.name} says: {self.words}", ephemeral=True)


class Meal(ui.View):
    @ui.button(label="More", style=discord.ButtonStyle.primary)
    async def more(self, i, _):
        await i.response.send_modal(Form())

    @ui.select(placeholder="Meal", options=[discord.SelectOption(label="Soup", value="soup"), discord.SelectOption(label="Stew", value="stew")])
    async def meal(self, i, menu):
        await i.response.send_message(f"{i.user.name} eats {menu.values[0]}.", ephemeral=True)


class Bot(discord.Client):
    async def setup_hook(self):
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(description="Greets somebody")
        async def greet(i: discord.Interaction, whom: discord.Member):
            await i.response.send_message(f"Hello, {whom.mention}!", view=Meal())

        await self.tree.sync()
        asyncio.get_running_loop().run_in_executor(None, sys.stdin.read).add_done_callback(lambda _: asyncio.ensure_future(self.close()))

    async def on_error(self, *_):
        raise


Bot(intents=discord.Intents(guilds=True)).run(os.environ["TOKEN"], log_handler=None)
