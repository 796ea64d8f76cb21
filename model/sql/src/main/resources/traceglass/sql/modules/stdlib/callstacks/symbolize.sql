-- Symbols of addresses in binaries.

-- Functions and lines of frames (file_name, rel_pc, mapping_id, address), as far as the trace has symbols for them, one row for each inlined function.
CREATE PERFETTO MACRO _callstack_frame_symbolize(frames TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT s.name AS function_name, s.source_file AS file_name, s.line_number, wanted.mapping_id, wanted.address
  FROM (SELECT * FROM $frames) AS wanted
  JOIN stack_profile_frame AS f ON f.mapping = wanted.mapping_id AND f.rel_pc = wanted.rel_pc
  JOIN stack_profile_symbol AS s USING (symbol_set_id)
  ORDER BY f.id, s.id
);
