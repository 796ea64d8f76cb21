-- Samples of perf as a profile for profiler.firefox.com: format "processed profile", version 48, whose tables are described in
-- src/types/profile.ts of that project.

-- Every function of every call site in a thread's samples, including inlined ones, with its index in that thread's tables. A call site
-- has one row per inlined function; the outermost has inline_depth 0.
CREATE PERFETTO TABLE _export_to_firefox_table AS
WITH
  sampled AS (SELECT DISTINCT utid, callsite_id FROM perf_sample WHERE callsite_id IS NOT NULL AND utid IS NOT NULL),
  up AS (
    SELECT root_node_id, node_id
    FROM tg_op_paths_up((SELECT id, parent_id FROM stack_profile_callsite), (SELECT DISTINCT callsite_id AS node_id FROM sampled))),
  site AS (SELECT DISTINCT utid, node_id AS id FROM sampled JOIN up ON root_node_id = callsite_id),
  symbol AS (
    SELECT
      symbol_set_id, name, row_number() OVER (PARTITION BY symbol_set_id ORDER BY id DESC) - 1 AS inline_depth,
      count(*) OVER (PARTITION BY symbol_set_id) - 1 AS max_inline_depth
    FROM stack_profile_symbol),
  call AS (
    SELECT
      utid, c.id AS callsite_id, c.parent_id AS parent_callsite_id, c.frame_id, coalesce(s.name, f.name, '') AS name,
      coalesce(inline_depth, 0) AS inline_depth, coalesce(max_inline_depth, 0) AS max_inline_depth
    FROM site
    JOIN stack_profile_callsite AS c ON c.id = site.id
    JOIN stack_profile_frame AS f ON f.id = c.frame_id
    LEFT JOIN symbol AS s ON s.symbol_set_id = f.symbol_set_id)
SELECT
  utid, callsite_id, parent_callsite_id, name, inline_depth, inline_depth = max_inline_depth AS is_most_inlined,
  dense_rank() OVER (PARTITION BY utid ORDER BY callsite_id, inline_depth) - 1 AS stack_table_index,
  dense_rank() OVER (PARTITION BY utid ORDER BY frame_id, inline_depth) - 1 AS frame_table_index,
  dense_rank() OVER (PARTITION BY utid ORDER BY name) - 1 AS func_table_index,
  dense_rank() OVER (PARTITION BY utid ORDER BY name) - 1 AS string_table_index
FROM call
ORDER BY utid, callsite_id;

-- `SamplesTable` of each thread.
CREATE PERFETTO VIEW _firefox_samples AS
SELECT
  s.utid,
  json_object(
    'stack', json_group_array(stack_table_index ORDER BY s.id), 'time', json_group_array(s.ts ORDER BY s.id), 'weight', NULL,
    'weightType', 'samples', 'length', count(*)) AS json
FROM perf_sample AS s
JOIN _export_to_firefox_table AS t ON t.utid = s.utid AND t.callsite_id = s.callsite_id AND t.is_most_inlined
GROUP BY s.utid;

-- `StackTable`: an inlined function is above the function it is inlined into, and the outermost is above the innermost function of the
-- caller.
CREATE PERFETTO VIEW _firefox_stacks AS
SELECT
  c.utid,
  json_object(
    'frame', json_group_array(c.frame_table_index ORDER BY c.stack_table_index),
    'category', json_group_array(0 ORDER BY c.stack_table_index),
    'subcategory', json_group_array(0 ORDER BY c.stack_table_index),
    'prefix', json_group_array(coalesce(around.stack_table_index, caller.stack_table_index) ORDER BY c.stack_table_index),
    'length', count(*)) AS json
FROM _export_to_firefox_table AS c
LEFT JOIN _export_to_firefox_table AS around
  ON around.utid = c.utid AND around.callsite_id = c.callsite_id AND around.inline_depth = c.inline_depth - 1
LEFT JOIN _export_to_firefox_table AS caller
  ON caller.utid = c.utid AND caller.callsite_id = c.parent_callsite_id AND caller.is_most_inlined AND c.inline_depth = 0
GROUP BY c.utid;

-- `FrameTable`.
CREATE PERFETTO VIEW _firefox_frames AS
SELECT
  utid,
  json_object(
    'address', json_group_array(-1 ORDER BY idx), 'inlineDepth', json_group_array(inline_depth ORDER BY idx),
    'category', json_group_array(0 ORDER BY idx), 'subcategory', json_group_array(0 ORDER BY idx),
    'func', json_group_array(func ORDER BY idx), 'nativeSymbol', json_group_array(nothing ORDER BY idx),
    'innerWindowID', json_group_array(nothing ORDER BY idx), 'implementation', json_group_array(nothing ORDER BY idx),
    'line', json_group_array(nothing ORDER BY idx), 'column', json_group_array(nothing ORDER BY idx), 'length', count(*)) AS json
FROM (
  SELECT DISTINCT utid, frame_table_index AS idx, inline_depth, func_table_index AS func, CAST(NULL AS LONG) AS nothing
  FROM _export_to_firefox_table)
GROUP BY utid;

-- `FuncTable`, and the string array with its names.
CREATE PERFETTO VIEW _firefox_functions AS
SELECT
  utid,
  json_group_array(name ORDER BY idx) AS strings,
  json_object(
    'name', json_group_array(idx ORDER BY idx), 'isJS', json_group_array(0 ORDER BY idx),
    'relevantForJS', json_group_array(0 ORDER BY idx), 'resource', json_group_array(-1 ORDER BY idx),
    'fileName', json_group_array(nothing ORDER BY idx), 'lineNumber', json_group_array(nothing ORDER BY idx),
    'columnNumber', json_group_array(nothing ORDER BY idx), 'length', count(*)) AS json
FROM (SELECT DISTINCT utid, func_table_index AS idx, name, CAST(NULL AS LONG) AS nothing FROM _export_to_firefox_table)
GROUP BY utid;

-- The profile as JSON text. Timestamps are those of the trace, in ns. A thread with unknown process is null.
CREATE PERFETTO FUNCTION export_to_firefox_profile() RETURNS STRING AS
SELECT json_object(
  'meta', json_object(
    'interval', 1, 'startTime', 0, 'processType', 0,
    'categories', json_array(json_object('name', 'Other', 'color', 'grey', 'subcategories', json_array('Other'))),
    'product', 'Perfetto', 'stackwalk', 1, 'version', 29, 'preprocessedProfileVersion', 48, 'markerSchema', json_array(),
    'sampleUnits', json_object('time', 'ms', 'eventDelay', 'ms', 'threadCPUDelta', 'µs')),
  'libs', json_array(), 'pages', NULL, 'counters', NULL, 'profilerOverhead', NULL,
  'threads', (
    SELECT json_group_array(
      CASE WHEN p.upid IS NOT NULL THEN json_object(
        'processType', 'default', 'name', coalesce(t.name, ''), 'isMainThread', 0, 'pid', coalesce(p.pid, 0), 'tid', coalesce(t.tid, 0),
        'samples', coalesce(
          samples.json, json_object('stack', json_array(), 'time', json_array(), 'weight', NULL, 'weightType', 'samples', 'length', 0)),
        'markers', json_object(
          'data', json_array(), 'name', json_array(), 'startTime', json_array(), 'endTime', json_array(), 'phase', json_array(),
          'category', json_array(), 'length', 0),
        'stackTable', coalesce(
          stacks.json,
          json_object('frame', json_array(), 'category', json_array(), 'subcategory', json_array(), 'prefix', json_array(), 'length', 0)),
        'frameTable', coalesce(
          frames.json,
          json_object(
            'address', json_array(), 'inlineDepth', json_array(), 'category', json_array(), 'subcategory', json_array(),
            'func', json_array(), 'nativeSymbol', json_array(), 'innerWindowID', json_array(), 'implementation', json_array(),
            'line', json_array(), 'column', json_array(), 'length', 0)),
        'stringArray', coalesce(functions.strings, json_array()),
        'funcTable', coalesce(
          functions.json,
          json_object(
            'name', json_array(), 'isJS', json_array(), 'relevantForJS', json_array(), 'resource', json_array(), 'fileName', json_array(),
            'lineNumber', json_array(), 'columnNumber', json_array(), 'length', 0)),
        'resourceTable', json_object('length', 0, 'lib', json_array(), 'name', json_array(), 'host', json_array(), 'type', json_array()),
        'nativeSymbols', json_object(
          'libIndex', json_array(), 'address', json_array(), 'name', json_array(), 'functionSize', json_array(), 'length', 0)) END
      ORDER BY t.id)
    FROM thread AS t
    LEFT JOIN process AS p ON p.upid = t.upid
    LEFT JOIN _firefox_samples AS samples ON samples.utid = t.utid
    LEFT JOIN _firefox_stacks AS stacks ON stacks.utid = t.utid
    LEFT JOIN _firefox_frames AS frames ON frames.utid = t.utid
    LEFT JOIN _firefox_functions AS functions ON functions.utid = t.utid),
  'profilingLog', NULL, 'profileGatheringLog', NULL);
