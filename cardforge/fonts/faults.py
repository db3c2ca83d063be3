"""What is wrong with a font, for the report."""


class FontError(Exception):
    """A font that cannot be used: a problem code, a message and a hint."""

    def __init__(
        self, code: str, message: str, hint: str | None = None, font: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.font = font  # the name that the game gives it, where that is known
