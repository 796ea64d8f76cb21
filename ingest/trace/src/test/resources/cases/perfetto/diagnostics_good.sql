-- @case good settings are not reported
SELECT key, confidence FROM __intrinsic_trace_diagnostics ORDER BY key
