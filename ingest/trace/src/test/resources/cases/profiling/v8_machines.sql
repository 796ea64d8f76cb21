-- @case each machine has its isolates and its code
INCLUDE PERFETTO MODULE v8.jit;
INCLUDE PERFETTO MODULE stack_trace.jit;
SELECT c.create_ts, t.machine_id, t.tid, c.start_address, c.function_name, f.name, f.line, s.name AS script, p.pid
FROM _v8_js_code AS j JOIN v8_js_function AS f USING (v8_js_function_id) JOIN v8_js_script AS s USING (v8_js_script_id) JOIN v8_isolate AS i USING (v8_isolate_id)
JOIN process AS p ON p.upid = i.upid LEFT JOIN _jit_code AS c USING (jit_code_id) LEFT JOIN thread AS t USING (utid) ORDER BY c.create_ts
