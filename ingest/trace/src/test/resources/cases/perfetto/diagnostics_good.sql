-- @case good settings are not named
SELECT key, confidence FROM __intrinsic_trace_diagnostics ORDER BY key
