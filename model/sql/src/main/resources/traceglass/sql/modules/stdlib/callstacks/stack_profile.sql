-- Callstacks as trees of functions. A call site's frame may represent several inlined functions: each is a separate node, the
-- innermost first in the symbol table.
INCLUDE PERFETTO MODULE graphs.hierarchy;
INCLUDE PERFETTO MODULE graphs.scan;
INCLUDE PERFETTO MODULE v8.jit;

-- One row per function of each call site. Nodes of one call site have consecutive ids, the innermost first.
CREATE PERFETTO TABLE _callstack_spc_raw_forest AS
SELECT
  row_number() OVER (ORDER BY c.id, s.id) - 1 AS id,
  c.id AS callsite_id,
  c.parent_id AS parent_callsite_id,
  c.frame_id,
  s.id AS symbol_id,
  row_number() OVER (PARTITION BY c.id ORDER BY s.id) = 1 AS is_leaf,
  row_number() OVER (PARTITION BY c.id ORDER BY s.id DESC) = 1 AS is_outermost
FROM stack_profile_callsite AS c
JOIN stack_profile_frame AS f ON f.id = c.frame_id
LEFT JOIN stack_profile_symbol AS s ON s.symbol_set_id = f.symbol_set_id
ORDER BY c.id, s.id;

-- Nodes with their names: from the compiler, else from the symbol, else from the frame.
CREATE PERFETTO TABLE _callstack_spc_forest AS
WITH
  leaf AS (SELECT callsite_id, id FROM _callstack_spc_raw_forest WHERE is_leaf),
  jit AS (
    SELECT
      jf.frame_id,
      min(coalesce(
        'JS: ' || CASE WHEN f.name = '' THEN '(anonymous)' ELSE f.name END || ':' || f.line || ':' || f.col || ' [' || lower(js.tier) || ']',
        'WASM: ' || wasm.function_name || ' [' || lower(wasm.tier) || ']',
        'REGEXP: ' || v8r.pattern,
        'V8: ' || v8c.function_name,
        'JIT: ' || code.function_name)) AS name,
      min(f.line) AS line,
      min(f.col) AS col
    FROM __intrinsic_jit_frame AS jf
    LEFT JOIN __intrinsic_jit_code AS code ON code.id = jf.jit_code_id
    LEFT JOIN _v8_js_code AS js ON js.jit_code_id = jf.jit_code_id
    LEFT JOIN v8_js_function AS f ON f.v8_js_function_id = js.v8_js_function_id
    LEFT JOIN _v8_internal_code AS v8c ON v8c.jit_code_id = jf.jit_code_id
    LEFT JOIN _v8_wasm_code AS wasm ON wasm.jit_code_id = jf.jit_code_id
    LEFT JOIN _v8_regexp_code AS v8r ON v8r.jit_code_id = jf.jit_code_id
    GROUP BY jf.frame_id
  )
SELECT
  n.id,
  CASE WHEN n.is_outermost THEN above.id ELSE n.id + 1 END AS parent_id,
  coalesce(jit.name, demangle(coalesce(s.name, f.deobfuscated_name, f.name)), s.name, f.deobfuscated_name, f.name, 'unknown') AS name,
  f.mapping AS mapping_id,
  s.source_file,
  coalesce(jit.line, s.line_number) AS line_number,
  coalesce(jit.col, 0) AS column_number,
  s.inlined,
  n.callsite_id,
  n.is_leaf AS is_leaf_function_in_callsite_frame
FROM _callstack_spc_raw_forest AS n
JOIN stack_profile_frame AS f ON f.id = n.frame_id
LEFT JOIN stack_profile_symbol AS s ON s.id = n.symbol_id
LEFT JOIN jit ON jit.frame_id = n.frame_id
LEFT JOIN leaf AS above ON above.callsite_id = n.parent_callsite_id
ORDER BY n.id;

-- Nodes of call sites (callsite_id) with all their ancestors.
CREATE PERFETTO MACRO _callstacks_for_stack_profile_samples(spc_samples TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT
    f.id, f.parent_id, f.callsite_id, f.name, m.name AS mapping_name, f.source_file, f.line_number, f.inlined,
    f.is_leaf_function_in_callsite_frame
  FROM _tree_reachable_ancestors_or_self!(
    _callstack_spc_forest,
    (
      SELECT leaf.id
      FROM $spc_samples AS sample
      JOIN _callstack_spc_forest AS leaf USING (callsite_id)
      WHERE leaf.is_leaf_function_in_callsite_frame
    )
  ) AS reached
  JOIN _callstack_spc_forest AS f USING (id)
  JOIN stack_profile_mapping AS m ON m.id = f.mapping_id
);

-- Nodes of samples (callsite_id), with the number of samples in each.
CREATE PERFETTO MACRO _callstacks_for_callsites(samples TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH taken AS (SELECT callsite_id, count(*) AS samples FROM $samples GROUP BY ALL)
  SELECT
    node.id, node.parent_id, node.name, node.mapping_name, node.source_file, node.line_number, ifnull(taken.samples, 0) AS self_count
  FROM _callstacks_for_stack_profile_samples!(taken) AS node
  LEFT JOIN taken ON taken.callsite_id = node.callsite_id AND node.is_leaf_function_in_callsite_frame
);

-- Nodes of weighted samples (callsite_id, value).
CREATE PERFETTO MACRO _callstacks_for_callsites_weighted(samples TableOrSubquery) RETURNS TableOrSubquery AS
(
  WITH weighed AS (SELECT callsite_id, sum(value) AS weight FROM $samples GROUP BY ALL)
  SELECT
    node.id, node.parent_id, node.name, node.mapping_name, node.source_file, node.line_number, ifnull(weighed.weight, 0) AS self_value
  FROM _callstacks_for_stack_profile_samples!(weighed) AS node
  LEFT JOIN weighed ON weighed.callsite_id = node.callsite_id AND node.is_leaf_function_in_callsite_frame
);

-- Cumulative sample counts of nodes (id, parent_id, self_count).
CREATE PERFETTO MACRO _callstacks_self_to_cumulative(callstacks TableOrSubquery) RETURNS TableOrSubquery AS
(
  SELECT id, sum_0 AS cumulative_count
  FROM tg_op_tree_sums((SELECT id, parent_id, self_count AS value_0, 0 AS value_1, 0 AS value_2 FROM $callstacks)) AS sums
);
