"""The pages of the documents' site that nobody writes: they are made of the program."""
