-- @case settings that degrade a trace are reported with a confidence
SELECT key, confidence FROM __intrinsic_trace_diagnostics ORDER BY key
