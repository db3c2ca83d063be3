"""The 100-Card Game."""
