"""Text of every script: which glyphs it becomes, which way it runs, where a line may end.

`values` is known to the ink; `engine` asks HarfBuzz; `bidi`, `clusters`, `runs` and `breaks`
follow the annexes of Unicode (UAX #9, #29, #24 and #14).
"""
