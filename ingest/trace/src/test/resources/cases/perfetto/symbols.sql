-- @case symbols in a file next to the trace name its frames, innermost first
SELECT f.id, f.rel_pc, m.build_id, s.name AS symbol, s.source_file, s.line_number
FROM stack_profile_frame AS f
JOIN stack_profile_mapping AS m ON m.id = f.mapping
LEFT JOIN stack_profile_symbol AS s USING (symbol_set_id)
ORDER BY f.id, s.id

-- @case symbols are read after the trace
SELECT name, trace_type, processing_order FROM __intrinsic_trace_file ORDER BY processing_order
