"""Pictures that show a game: contact sheet, social pictures, product-page mock-up."""
