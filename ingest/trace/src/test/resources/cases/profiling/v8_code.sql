-- @case an isolate is of its process and has its range of code
INCLUDE PERFETTO MODULE v8.jit;
SELECT p.pid, internal_isolate_id, code_range_base_address, code_range_size, shared_code_range FROM v8_isolate JOIN process AS p USING (upid)

-- @case scripts have their name and source, those of WebAssembly their bytes
INCLUDE PERFETTO MODULE v8.jit;
SELECT 'js' AS kind, internal_script_id, script_type, name, source, NULL AS bytes FROM v8_js_script UNION ALL SELECT 'wasm', internal_script_id, NULL, url, source, hex(wire_bytes) FROM v8_wasm_script ORDER BY 1

-- @case functions are at a line and column, or at a byte of one long line
INCLUDE PERFETTO MODULE v8.jit;
SELECT f.name, s.name AS script, is_toplevel, kind, line, col FROM v8_js_function AS f JOIN v8_js_script AS s USING (v8_js_script_id) ORDER BY line

-- @case code has its function and how well it was compiled
INCLUDE PERFETTO MODULE v8.jit;
SELECT 'js' AS kind, f.name, c.tier, hex(c.bytecode) AS bytecode, c.jit_code_id IS NOT NULL AS native FROM _v8_js_code AS c JOIN v8_js_function AS f USING (v8_js_function_id)
UNION ALL SELECT 'internal', function_name, code_type, NULL, jit_code_id IS NOT NULL FROM _v8_internal_code
UNION ALL SELECT 'wasm', function_name, tier, NULL, jit_code_id IS NOT NULL FROM _v8_wasm_code
UNION ALL SELECT 'regexp', pattern, NULL, NULL, jit_code_id IS NOT NULL FROM _v8_regexp_code ORDER BY 1, 2

-- @case code is listed where it was made, until something else takes its place
INCLUDE PERFETTO MODULE stack_trace.jit;
SELECT c.create_ts, c.estimated_delete_ts, t.tid, c.start_address, c.size, c.function_name, hex(c.native_code) AS code FROM _jit_code AS c JOIN thread AS t USING (utid) ORDER BY c.create_ts, c.start_address

-- @case a sample in compiled code has the functions at its address, even after they moved
SELECT f.name, s.source_file, s.line_number FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id LEFT JOIN stack_profile_symbol AS s USING (symbol_set_id) ORDER BY c.depth
