"""What a person is shown, as plain data and sentences, made from observations: for the terminal and for pages alike."""
