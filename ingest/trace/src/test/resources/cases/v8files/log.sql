-- @case ticks are samples with the source of their functions, except for idle ticks
SELECT s.ts, c.depth, f.name, f.type, f.rel_pc, m.name AS library, y.source_file, y.line_number FROM stack_sample s
JOIN stack_profile_callsite c ON c.id = s.callsite_id JOIN stack_profile_frame f ON f.id = c.frame_id
JOIN stack_profile_mapping m ON m.id = f.mapping LEFT JOIN stack_profile_symbol y USING (symbol_set_id) ORDER BY s.id;
-- @case what the virtual machine does is a frame below the native code
SELECT f.name FROM stack_sample s JOIN stack_profile_callsite c ON c.id = s.callsite_id
JOIN stack_profile_callsite p ON p.id = c.parent_id JOIN stack_profile_frame f ON f.id = p.frame_id ORDER BY s.id;
-- @case the version and the interval are metadata
SELECT name, str_value, int_value FROM metadata WHERE name LIKE 'v8%' ORDER BY name;
