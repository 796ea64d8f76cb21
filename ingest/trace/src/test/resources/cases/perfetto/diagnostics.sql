-- @case settings that degrade a trace are reported with a confidence
SELECT key, confidence FROM __intrinsic_trace_diagnostics ORDER BY key

-- @case findings of the import are listed among those of the rules
.doctor
