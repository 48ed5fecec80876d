"""Leagues, seasons, teams, people, games, reports and access: what every other app builds on."""
