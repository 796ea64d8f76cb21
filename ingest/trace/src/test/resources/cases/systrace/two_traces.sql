-- @case events that the second header reports as overwritten are a loss before its first event
.losses
