-- @case names of methods come from the mapping of the app, by line where that is known
SELECT f.rel_pc, f.name, f.deobfuscated_name, s.name AS symbol, s.line_number, s.inlined FROM stack_profile_frame AS f LEFT JOIN stack_profile_symbol AS s USING (symbol_set_id) ORDER BY f.rel_pc, s.id
