-- Sampled code without symbols.
INCLUDE PERFETTO MODULE stacks.cpu_profiling;

-- Id for finding Chromium's symbols: the first 16 bytes of the build id in another order, and a 0. NULL for other files.
CREATE PERFETTO FUNCTION _to_breakpad_module(mapping STRING, build_id STRING) RETURNS STRING AS
SELECT CASE
  WHEN length($build_id) >= 40 AND (
    $mapping GLOB '*libmonochrome_64.so' OR $mapping GLOB '*libmonochrome.so' OR $mapping GLOB '*libchrome.so'
    OR $mapping GLOB '*libwebviewchromium.so' OR $mapping GLOB '*libchromium_android_linker.so')
  THEN substr($build_id, 7, 2) || substr($build_id, 5, 2) || substr($build_id, 3, 2) || substr($build_id, 1, 2)
    || substr($build_id, 11, 2) || substr($build_id, 9, 2) || substr($build_id, 15, 2) || substr($build_id, 13, 2)
    || substr($build_id, 17, 16) || '0'
END;

CREATE PERFETTO TABLE _stacks_symbolization_candidates(
  upid JOINID(process.id), module STRING, build_id STRING, rel_pc LONG, breakpad_module_id STRING) AS
WITH
  sampled AS (
    SELECT DISTINCT t.upid, s.callsite_id FROM cpu_profiling_samples AS s JOIN thread AS t USING (utid)
    UNION ALL
    SELECT DISTINCT a.upid, a.callsite_id FROM heap_profile_allocation AS a
  ),
  nodes AS (
    SELECT reached.node_id AS id, reached.root_node_id AS callsite_id
    FROM tg_op_paths_up(
      (SELECT c.id, c.parent_id FROM stack_profile_callsite AS c),
      (SELECT DISTINCT s.callsite_id AS node_id FROM sampled AS s WHERE s.callsite_id IS NOT NULL)
    ) AS reached
  ),
  code AS (
    SELECT DISTINCT s.upid, f.mapping, f.rel_pc
    FROM sampled AS s
    JOIN nodes AS n USING (callsite_id)
    JOIN stack_profile_callsite AS c ON c.id = n.id
    JOIN stack_profile_frame AS f ON f.id = c.frame_id
    WHERE f.symbol_set_id IS NULL
  )
SELECT code.upid, m.name AS module, m.build_id, code.rel_pc, _to_breakpad_module(m.name, m.build_id) AS breakpad_module_id
FROM code
JOIN stack_profile_mapping AS m ON m.id = code.mapping
WHERE m.build_id != ''
ORDER BY code.upid, code.mapping, code.rel_pc;
