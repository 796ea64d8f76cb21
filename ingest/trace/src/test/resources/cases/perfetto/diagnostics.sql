-- @case settings that make a trace worse than it could be are named, with how sure that is
SELECT key, confidence FROM __intrinsic_trace_diagnostics ORDER BY key
