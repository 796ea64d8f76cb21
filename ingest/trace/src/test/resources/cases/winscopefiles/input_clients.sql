-- @case each entry is a snapshot of a client
SELECT ts FROM __intrinsic_inputmethod_clients
