"""The adding games: One Hundred and Ninety-Nine."""
