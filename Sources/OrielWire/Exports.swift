// A message is of no use without its values.
@_exported import OrielMessages
