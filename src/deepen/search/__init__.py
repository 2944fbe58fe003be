"""What the verbs share: options, limits and the prepared search."""
